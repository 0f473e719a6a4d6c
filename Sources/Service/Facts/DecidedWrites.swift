internal import Postgres
internal import Referrals
internal import Store
internal import Values

/// All that is written of what rules, or an administrator in their place, have decided: whoever is to hear of
/// it gets one more line in `statements`.
struct DecidedWrites {
    private var events: [RecordedEvent] = []
    /// What rules made, paid or held.
    private(set) var rewards: [Reward] = []
    /// What reaches the ledger.
    private var paid: [Reward] = []
    /// Users who remember more of what was decided for good than is kept of it.
    private var remembering: [UserID: User] = [:]
    /// What referrers have more of.
    private var referrals: [UserID: ReferralCounts] = [:]

    mutating func add(_ event: RecordedEvent, _ rewards: [Reward]) {
        events.append(event)
        count(event)
        guard !rewards.isEmpty else { return }
        self.rewards += rewards
        paid += rewards.filter { $0.status == .paid }
    }

    /// A reward that was held and is no longer.
    mutating func add(reviewed reward: Reward) {
        if reward.status == .paid { paid.append(reward) }
    }

    /// A referee for whom its referrer was not paid before.
    mutating func addRewardedReferee(of referrer: UserID) {
        referrals[referrer, default: ReferralCounts()].rewarded += 1
    }

    private mutating func count(_ event: RecordedEvent) {
        switch event.event.fact {
        case .referrerRecorded(let referrer):
            referrals[referrer, default: ReferralCounts()].referred += 1
        case .credentialLinked:
            guard let referrer = event.user.referral.referredBy else { return }
            referrals[referrer, default: ReferralCounts()].signedUp += 1
        case .levelReached, .milestoneReached: break
        }
    }

    mutating func remember(_ user: User) {
        remembering[user.uid] = user
    }

    var payees: Set<UserID> { Set(paid.lazy.map(\.beneficiary)) }

    /// In the order in which rows are locked everywhere; none that would write nothing.
    var statements: [any Statement] {
        var statements: [any Statement] = []
        if !events.isEmpty { statements.append(InsertEvents(events)) }
        if !rewards.isEmpty { statements.append(InsertRewards(rewards)) }
        if !paid.isEmpty { statements += ledgerStatements }
        if !remembering.isEmpty { statements.append(RememberRules(Array(remembering.values))) }
        if !referrals.isEmpty { statements.append(AddReferralCounts(referrals)) }
        return statements
    }

    /// What each account gets in all, and each grant's place among them.
    private var ledgerStatements: [any Statement] {
        let byAccount = Dictionary(grouping: paid) { Account(uid: $0.beneficiary, currency: $0.currency) }
        var credits: [Credit] = []
        var grants: [Grant] = []
        for (account, rewards) in byAccount {
            var amountAfter: Int64 = 0
            for (entriesAfter, reward) in rewards.reversed().enumerated() {
                grants.append(
                    Grant(reward: reward, amountAfter: amountAfter, entriesAfter: Int64(entriesAfter)))
                amountAfter += reward.amount
            }
            credits.append(Credit(account: account, amount: amountAfter, entries: Int64(rewards.count)))
        }
        return [CreditBalances(credits), InsertGrants(grants)]
    }
}
