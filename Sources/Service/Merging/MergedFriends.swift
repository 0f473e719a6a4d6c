internal import Postgres
internal import Referrals
internal import Store
internal import Values

/// Whom an account brings from now on in a player's place. What checks say of them now that the two are one
/// goes for what the player was given for them, too: else a referrer for every friend would keep all checks
/// from firing, and each could become the same account afterwards.
struct MergedFriends {
    /// What the player was given for friends whom checks deny the account.
    struct Denied {
        /// It was held.
        var voided: [Reward] = []
        /// It was paid, and is to be taken back.
        var paid: [Reward] = []
    }

    let friends: [User]
    let player: UserID
    let account: UserID
    let inquiry: TrustInquiry

    /// Leaves what waits for its time to an administrator, with the codes, where checks say so; what was paid
    /// before stays then. Voids it where they deny.
    ///
    /// The friends' marks are the account's already, and still the player's.
    func weigh(in transaction: Transaction) async throws(PostgresError) -> Denied {
        guard inquiry.terms.looksAtSignUps, !friends.isEmpty else { return Denied() }
        let news = try await news()
        guard !news.isEmpty else { return Denied() }
        let rewards = try await transaction.send(FindRewardsAbout(news.keys.sorted(), to: player))
        for (codes, held) in Dictionary(grouping: rewards.filter(\.isHeld), by: { news[$0.subject] ?? [] }) {
            _ = try await transaction.send(HoldDueRewards(held, because: codes))
        }
        let denied = news.filter { inquiry.terms.action(on: $0.value) == .deny }.keys.sorted()
        return Denied(
            voided: try await transaction.send(VoidHeldRewards(of: [player], for: denied)),
            paid: rewards.filter { $0.status == .paid && denied.contains($0.subject) })
    }

    /// What fires with the account and didn't with the player, where that is worse than nothing.
    private func news() async throws(PostgresError) -> [UserID: TrustCodes] {
        let after = try await inquiry.findings(
            on: friends.map { friend in
                var friend = friend
                friend.referral.referredBy = account
                return friend
            }
        ).filter(isBad)
        let before = try await inquiry.findings(on: friends.filter { after[$0.uid] != nil })
        return after.merging(before) { $0.subtracting($1) }.filter(isBad)
    }

    private func isBad(_ found: (key: UserID, value: TrustCodes)) -> Bool {
        inquiry.terms.action(on: found.value) != .pay
    }
}

extension Reward {
    fileprivate var isHeld: Bool { status == .held }
}
