internal import Postgres
internal import Referrals
internal import Store
internal import Values

/// What rules have given to an account, to those who became it, and to whoever referred them, as far as a
/// merge can make it too much. Nobody gives more of it until the transaction ends.
struct FamilyRewards {
    let rewards: [Reward]
    /// Each in its newest version, archived ones too.
    let rules: [Rule]
    /// Who has what these beneficiaries had, where that is somebody else.
    let heirs: [UserID: UserID]
    private let given: [CountGivenTo.Row]

    /// - Parameter merged: who became the account before the player.
    init(
        of player: User, _ account: UserID, _ merged: [UserID], in transaction: Transaction,
        at now: Timestamp
    ) async throws(PostgresError) {
        let dayAgo = now.adding(seconds: -RewardPlaces.daySeconds)
        let referrer = player.referral.referredBy
        let (given, stored, former) = try await transaction.send(
            CountGivenTo(player.uid, recentSince: dayAgo), ListRules(),
            FindPlayersMerged(into: [referrer].compactMap(\.self)))
        let rules = stored.map(\.rule)
        let counted = Set(rules.lazy.filter(\.terms.isCounted).map(\.name))
        let pots = given.map(\.pot).filter { counted.contains($0.rule) }
        let family = [account, player.uid] + merged
        let referrers = [referrer].compactMap(\.self) + former.map(\.player)
        let (_, theirs, about) = try await transaction.send(
            LockPlaces(pots.map { RewardPlaces.Key(beneficiary: account, pot: $0) }),
            FindLiveRewards(of: family, by: Array(Set(pots.map(\.rule)))),
            FindRewardsAbout(family, to: account, with: family + referrers))
        rewards = Array(
            Dictionary((theirs + about).map { ($0.id, $0) }, uniquingKeysWith: { $1 }).values)
        let pairs = (merged + [player.uid]).map { ($0, account) } + former.map { ($0.player, $0.account) }
        heirs = Dictionary(pairs, uniquingKeysWith: { $1 })
        (self.rules, self.given) = (rules, given)
    }

    /// What of the player's stays given: a place whose reward goes is free.
    func given(without excess: [Reward]) -> [CountGivenTo.Row] {
        let gone = Dictionary(grouping: excess, by: \.pot)
        return given.map { pot, sum in
            let gone = gone[pot] ?? []
            let times = Set(gone.map(\.grantedAt))
            let recent = sum.recent.filter { !times.contains($0) }
            return (pot, RewardPlaces.Given(count: sum.count - Int64(gone.count), recent: recent))
        }
    }
}
