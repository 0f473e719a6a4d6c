internal import Postgres
internal import Referrals
internal import Store

/// What the rules came to over a batch of facts, as it is written.
struct FactOutcomes {
    private(set) var events: [RecordedEvent] = []
    private(set) var rewards: [Reward] = []
    /// Users for whom a rule has settled something new.
    private(set) var settled: [UserID: User] = [:]

    /// - Returns: the event as it will be kept.
    @discardableResult
    mutating func add(
        _ event: Event, _ verdict: Verdict, before: User, at now: Timestamp
    ) -> RecordedEvent {
        let recorded = RecordedEvent(
            event: event, receivedAt: now, user: verdict.user, decisions: verdict.decisions)
        events.append(recorded)
        rewards += verdict.rewards
        if verdict.user.settled != before.settled { settled[event.key.uid] = verdict.user }
        return recorded
    }

    /// Whether anything but the events has to be written.
    var isPlain: Bool {
        rewards.isEmpty && settled.isEmpty
    }

    var insertEvents: InsertEvents { InsertEvents(events) }
    var insertRewards: InsertRewards { InsertRewards(rewards) }
    var settleRules: SettleRules { SettleRules(Array(settled.values)) }

    /// The paid rewards as they reach the ledger: what each account gets in all, and each grant's place among
    /// them.
    var ledgerWrites: (CreditBalances, InsertGrants) {
        let paid = Dictionary(grouping: rewards.filter { $0.status == .paid }) {
            Account(uid: $0.beneficiary, currency: $0.currency)
        }
        var credits: [Credit] = []
        var grants: [Grant] = []
        for (account, rewards) in paid {
            var amountAfter: Int64 = 0
            for (entriesAfter, reward) in rewards.reversed().enumerated() {
                grants.append(
                    Grant(reward: reward, amountAfter: amountAfter, entriesAfter: Int64(entriesAfter)))
                amountAfter += reward.amount
            }
            credits.append(Credit(account: account, amount: amountAfter, entries: Int64(rewards.count)))
        }
        return (CreditBalances(credits), InsertGrants(grants))
    }
}
