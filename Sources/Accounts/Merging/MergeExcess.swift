internal import Batching
internal import Postgres
internal import Referrals
internal import Rewards
internal import Store
internal import Values

/// What a player and the account that it becomes have together beyond what one player could have been given.
/// It goes: what is held is void, what is paid is taken back.
struct MergeExcess {
    /// Paid, and to be taken back; newest first.
    let paid: [Reward]
    /// Held until now.
    let voided: [Reward]
    /// What users remember of the voided ones; locked.
    let subjects: [User]
    /// Who has what these beneficiaries had, where that is somebody else.
    let heirs: [UserID: UserID]
    /// What of the player's is given still, and counts for the account.
    let stillGiven: [CountGivenTo.Row]
    /// How many players fewer each beneficiary was paid for.
    let unrewarded: [UserID: Int64]

    /// Finds it, and voids what is held.
    ///
    /// - Parameters:
    ///   - merged: who became the account before the player.
    ///   - settled: what goes for another reason.
    init(
        of player: User, into account: UserID, merged: [UserID], without settled: [Reward],
        in transaction: Transaction, at now: Timestamp
    ) async throws(PostgresError) {
        let found = try await FamilyRewards(of: player, account, merged, in: transaction, at: now)
        let gone = Set(settled.map(\.id))
        let excess = JoinedRewards(player.uid, into: account, merged: merged, rules: found.rules)
            .excess(among: found.rewards.filter { !gone.contains($0.id) })
        paid = excess.filter { $0.status == .paid }
        heirs = found.heirs
        stillGiven = found.given(without: excess)
        let held = excess.filter { $0.status == .held }
        let locked = Array(Set(held.map(\.subject)))
        subjects = locked.isEmpty ? [] : try await transaction.send(LockUsers(locked))
        voided = try await transaction.sendAll(held.map { UpdateHeldReward($0, as: .void) })
        unrewarded = try await Self.unrewarded(paid, heirs, in: transaction)
    }

    /// Whose last payment for bringing somebody goes.
    private static func unrewarded(
        _ paid: [Reward], _ heirs: [UserID: UserID], in transaction: Transaction
    ) async throws(PostgresError) -> [UserID: Int64] {
        let bringing = paid.filter { $0.role == .referrer }
        guard !bringing.isEmpty else { return [:] }
        let payees = Set(bringing.map(\.beneficiary)).union(heirs.keys).union(heirs.values)
        let found = try await transaction.send(
            FindRewardsAbout(
                Array(Set(bringing.map(\.subject))), to: bringing[0].beneficiary, with: Array(payees)))
        let ids = Set(paid.map(\.id))
        let heir = { (uid: UserID) in heirs[uid] ?? uid }
        let left = Set(
            found.filter { $0.status == .paid && $0.role == .referrer && !ids.contains($0.id) }
                .map { Pair(payee: heir($0.beneficiary), subject: $0.subject) })
        let without = Set(bringing.map { Pair(payee: heir($0.beneficiary), subject: $0.subject) })
            .subtracting(left)
        return Dictionary(grouping: without, by: \.payee).mapValues { Int64($0.count) }
    }

    private struct Pair: Hashable {
        let payee: UserID
        let subject: UserID
    }

    func write(to writes: inout DecidedWrites, _ context: AccountsContext, at now: Timestamp) {
        for reward in paid {
            writes.takeBack(
                reward.marked(.mergeLimit), from: heirs[reward.beneficiary],
                because: "One player could not have been given it", as: context.makeID(), at: now)
        }
        writes.add(reviewed: voided, as: .denied, of: subjects, at: now)
        for (payee, count) in unrewarded {
            writes.addReferees(ReferralCounts(rewarded: -count), of: payee)
        }
    }
}
