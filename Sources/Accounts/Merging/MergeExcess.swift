internal import Batching
internal import Postgres
internal import Referrals
internal import Rewards
internal import Store
internal import Values

/// The rewards that a player and its account have together beyond those of one player. Held ones are
/// voided, paid ones clawed back.
struct MergeExcess {
    /// Paid, and to be taken back; newest first.
    let paid: [Reward]
    /// Held until now.
    let voided: [Reward]
    /// The subjects of the voided rewards; locked.
    let subjects: [User]
    /// The owners of these beneficiaries' rewards, if they were merged.
    let mergedInto: [UserID: UserID]
    /// How many players fewer each beneficiary was paid for.
    let unrewarded: [UserID: Int64]

    /// - Parameters:
    ///   - excess: what was too much before `subjects` were locked; newest first.
    ///   - rewards: all that there are for the same players since.
    init(_ excess: [Reward], among rewards: [Reward], of subjects: [User], mergedInto: [UserID: UserID]) {
        let held = Set(rewards.lazy.filter { $0.status == .held }.map(\.id))
        paid = excess.filter { $0.status == .paid }
        voided = excess.filter { held.contains($0.id) }
        self.subjects = subjects
        self.mergedInto = mergedInto
        unrewarded = Self.unrewarded(paid, among: rewards, mergedInto)
    }

    /// Users whose last payment for a referral is clawed back.
    private static func unrewarded(
        _ paid: [Reward], among rewards: [Reward], _ mergedInto: [UserID: UserID]
    ) -> [UserID: Int64] {
        let ids = Set(paid.map(\.id))
        let pairs = { (rewards: [Reward]) in
            Set(
                rewards.filter { $0.role == .referrer && $0.status == .paid }
                    .map { Pair(payee: mergedInto[$0.beneficiary] ?? $0.beneficiary, subject: $0.subject) })
        }
        let without = pairs(paid).subtracting(pairs(rewards.filter { !ids.contains($0.id) }))
        return Dictionary(grouping: without, by: \.payee).mapValues { Int64($0.count) }
    }

    private struct Pair: Hashable {
        let payee: UserID
        let subject: UserID
    }

    /// Reads it: in one round trip, where there is any.
    ///
    /// - Parameter reversed: rewards that are reversed for another reason.
    static func read(
        of family: FamilyRewards, without reversed: [Reward], in transaction: Transaction
    ) async throws(PostgresError) -> MergeExcess {
        let excess = family.excess(without: reversed)
        let held = Set(excess.lazy.filter { $0.status == .held }.map(\.subject))
        let subjects = Array(Set(excess.map(\.subject)))
        let (users, rewards) = try await transaction.sendEach(
            held.isEmpty ? [] : [LockUsers(Array(held), isLate: true)],
            subjects.isEmpty ? [] : [FindRewardsAbout(subjects, to: family.beneficiaries)])
        return MergeExcess(
            excess, among: rewards.flatMap(\.self), of: users.flatMap(\.self), mergedInto: family.mergedInto)
    }

    func write(to writes: inout DecidedWrites, _ context: AccountsContext, at now: Timestamp) {
        for reward in paid {
            writes.takeBack(
                reward.marked(.mergeLimit), from: mergedInto[reward.beneficiary],
                because: "One player could not have earned it", as: context.makeID(), at: now)
        }
        writes.add(reviewed: voided, as: .denied, of: subjects, at: now)
        for (payee, count) in unrewarded {
            writes.addReferees(ReferralCounts(rewarded: -count), of: payee)
        }
    }
}
