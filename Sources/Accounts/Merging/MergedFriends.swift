internal import Ledger
internal import Postgres
internal import Referrals
internal import Rewards
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
    let terms: TrustTerms
    let disposable: DisposableMail
    let causes: CauseGuard

    /// Leaves what waits for its time to an administrator, with the codes, where checks say so; what was paid
    /// before stays then. Voids it where they deny.
    ///
    /// The friends' marks are the account's already, and still the player's.
    func weigh(in transaction: Transaction) async throws(PostgresError) -> Denied {
        guard terms.looksAtSignUps, !friends.isEmpty else { return Denied() }
        let news = try await news(in: transaction)
        guard !news.isEmpty else { return Denied() }
        let rewards = try await transaction.send(FindRewardsAbout(news.keys.sorted(), to: player))
        let waiting = try await forReview(rewards.filter(\.isHeld), in: transaction)
        for (codes, held) in Dictionary(grouping: waiting, by: { news[$0.reward.subject] ?? [] }) {
            _ = try await transaction.send(HoldDueRewards(held, because: codes))
        }
        let denied = news.filter { terms.action(on: $0.value) == .deny }.keys.sorted()
        return Denied(
            voided: try await transaction.send(VoidHeldRewards(of: [player], for: denied)),
            paid: rewards.filter { $0.status == .paid && denied.contains($0.subject) })
    }

    /// A reward without a genuine MAC keeps what it has.
    private func forReview(
        _ held: [Reward], in transaction: Transaction
    ) async throws(PostgresError) -> [HeldReward] {
        guard !held.isEmpty else { return [] }
        let found = try await transaction.send(FindRewardMACs(held.map(\.id), of: player))
        let macs = Dictionary(found.map { ($0.id, $0.mac) }) { $1 }
        return held.map { reward in
            let mac = macs[reward.id] ?? nil
            guard causes.admits(.reward(reward), mac) else { return (reward, mac) }
            return (reward, causes.mac(of: .reward(reward.forReview)))
        }
    }

    /// What fires with the account and didn't with the player, where that is worse than nothing.
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

extension Reward {
    fileprivate var isHeld: Bool { status == .held }
}
