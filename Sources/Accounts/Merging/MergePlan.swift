internal import Referrals
internal import Store
internal import Values

/// Decides what a merge comes to, from what was read. It does no I/O.
struct MergePlan {
    let pair: MergedPair
    let rewards: FamilyRewards
    let denied: MergedFriends.Denied
    let excess: MergeExcess
    /// The account with what the player brings, before its facts are folded in.
    let joined: User
    /// The account's additional counts.
    let counts: ReferralCounts

    init(
        _ pair: MergedPair, into account: User, in rules: RuleBook, rewarded: Int64,
        _ rewards: FamilyRewards, _ denied: MergedFriends.Denied, _ excess: MergeExcess
    ) {
        self.pair = pair
        self.rewards = rewards
        self.denied = denied
        self.excess = excess
        var joined = pair.merger.taken(by: account, in: rules)
        for reward in rewards.held + excess.voided where reward.subject == account.uid {
            joined.remember(reward, reviewedAs: .denied)
        }
        self.joined = joined
        let player = pair.merger.player
        // The account isn't paid for itself, nor for friends that checks deny.
        let unpaid = [rewards.own.filter { $0.beneficiary == player.uid }, denied.paid]
        counts = ReferralCounts(
            // A player isn't its own referee.
            referred: Int64(pair.friends.count) - (player.referral.referredBy == account.uid ? 1 : 0),
            signedUp: Int64(pair.friends.count { !$0.isAnonymous }),
            rewarded: max(0, unpaid.reduce(rewarded) { $0 - Int64(Set($1.map(\.subject)).count) }))
    }

    /// Paid to the player or its family, and to be taken back.
    var takenBack: [Reward] { rewards.own + denied.paid }

    /// Held until now.
    var voided: [Reward] { rewards.held + denied.voided + excess.voided }

    /// The player's rewards that count for the account.
    var given: [CountGivenTo.Row] { rewards.given(without: excess.paid + excess.voided) }

    /// The referrer that the account takes over, who has one more player who signed up.
    var referrer: UserID? { pair.merger.takesReferral ? joined.referral.referredBy : nil }

    /// The current owner of a reversed reward's money, if it isn't its beneficiary.
    func fallbackUser(of reward: Reward) -> UserID? {
        let family = rewards.family
        return [family.player, family.account].contains(reward.beneficiary) ? nil : family.account
    }
}
