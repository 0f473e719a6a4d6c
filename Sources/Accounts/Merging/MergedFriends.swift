internal import Ledger
internal import Postgres
internal import Referrals
internal import Rewards
internal import Store
internal import Values

/// The referrals that an account gets from a player. Checks that now object to them also apply to the
/// player's rewards for them. Otherwise a new anonymous referrer for each friend would evade all checks,
/// and all could be merged into one account afterwards.
struct MergedFriends {
    /// The player's rewards for friends that checks deny the account.
    struct Denied {
        /// It waits for an administrator from now on, with the codes.
        var waiting: [TrustCodes: [HeldReward]] = [:]
        /// It was held.
        var voided: [Reward] = []
        /// It was paid, and is to be taken back.
        var paid: [Reward] = []

        var statements: [any Statement] { waiting.map { HoldDueRewards($1, because: $0) } }
    }

    let friends: [User]
    let player: UserID
    let account: UserID
    let terms: TrustTerms
    let disposable: DisposableMail
    let causes: CauseGuard

    /// Finds and locks held rewards that an administrator is to decide on, by what checks find, and finds
    /// rewards that go since checks deny them.
    ///
    /// The friends' fingerprints are the account's already, and still the player's.
    func weigh(in transaction: Transaction) async throws(PostgresError) -> Denied {
        guard terms.looksAtSignUps, !friends.isEmpty else { return Denied() }
        let news = try await news(in: transaction)
        guard !news.isEmpty else { return Denied() }
        let (held, rewards) = try await transaction.send(
            LockHeldRewards(of: [player], for: Array(news.keys)),
            FindRewardsAbout(news.keys.sorted(), to: [player]))
        let denied = Set(news.lazy.filter { terms.action(on: $0.value) == .deny }.map(\.key))
        return Denied(
            waiting: Dictionary(grouping: held.map(forReview)) { news[$0.reward.subject] ?? [] },
            voided: held.map(\.reward).filter { denied.contains($0.subject) },
            paid: rewards.filter { $0.status == .paid && denied.contains($0.subject) })
    }

    /// A reward without a genuine MAC keeps what it has.
    private func forReview(_ held: HeldReward) -> HeldReward {
        guard causes.admits(.reward(held.reward), held.mac) else { return held }
        return (held.reward, causes.mac(of: .reward(held.reward.forReview)))
    }

    /// Findings for the account that the player didn't have, if they are stricter.
    private func news(in transaction: Transaction) async throws(PostgresError) -> [UserID: TrustCodes] {
        let joined = friends.map { friend in
            var friend = friend
            friend.referral.referredBy = account
            return friend
        }
        let after = try await findings(on: joined, in: transaction).filter(isBad)
        let before = try await findings(on: friends.filter { after[$0.uid] != nil }, in: transaction)
        return after.merging(before) { $0.subtracting($1) }.filter(isBad)
    }

    private func findings(
        on players: [User], in transaction: Transaction
    ) async throws(PostgresError) -> [UserID: TrustCodes] {
        try await TrustInquiry(about: players, terms: terms, disposable: disposable)
            .findings(in: transaction)
    }

    private func isBad(_ found: (key: UserID, value: TrustCodes)) -> Bool {
        terms.action(on: found.value) != .pay
    }
}
