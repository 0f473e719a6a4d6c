internal import Batching
package import FoundationEssentials
package import Ledger
package import Postgres
package import Referrals
internal import Store
package import Values

/// All writes for the decisions of rules, or of an administrator instead. A new observer adds one line in
/// `facts`.
package struct DecidedWrites {
    private var events: [RecordedEvent] = []
    /// The rewards of rules, paid or held.
    private(set) var rewards: [Reward] = []
    /// The ledger's entries.
    private var grants = Grants()
    /// Users who remember more of what was decided for good than is kept of it.
    private var remembering: [UserID: User] = [:]
    /// Users whose counters have gone on.
    private var counting: [UserID: User] = [:]
    /// Users to write with all that events have made of them, each once; nil if their levels and milestones
    /// are written already.
    private var progressing: [User]?
    /// The rewards of rules with limits or tiers, and the start of their counts.
    private(set) var grantLimits = GrantLimits()
    private var epochs: [GrantLimits.Key: Int64] = [:]
    private var budgets = BudgetReservation()
    private var decidedAt: Timestamp?
    /// The additions to referrers' counts.
    private var referrals: [UserID: ReferralCounts] = [:]
    /// The friends that referrers were first paid for.
    private var paidReferees: [PaidReferee] = []
    private var waking: WakeMerges?
    /// Rewards that were held, and are no longer, with the time.
    private var reviewed: [(reward: Reward, at: Timestamp)] = []
    /// Changes that the caller causes.
    private var announced: [Change] = []
    /// Players who ended before: moved money is a change of their accounts alone.
    private var silent: Set<UserID> = []

    package init() {}

    /// - Parameter writesProgress: whether the events' users are locked, and nothing of them is written.
    init(writesProgress: Bool) {
        if writesProgress { progressing = [] }
    }

    /// - Parameters:
    ///   - epochs: since when what rules with limits or tiers have given is counted.
    ///   - budgets: what is held of them.
    mutating func add(
        _ decisions: Decisions, countedSince epochs: [GrantLimits.Key: Int64], _ budgets: BudgetReservation,
        at now: Timestamp
    ) {
        events = decisions.events
        for event in events { count(event) }
        rewards += decisions.rewards
        for reward in decisions.rewards where reward.status == .paid { pay(reward, at: reward.grantedAt) }
        if progressing == nil {
            remembering.merge(decisions.remembering) { $1 }
        } else {
            progressing = decisions.changed
        }
        (grantLimits, self.epochs, self.budgets) = (decisions.grantLimits, epochs, budgets)
        decidedAt = now
    }

    private mutating func pay(_ reward: Reward, at now: Timestamp) {
        grants.add(reward, at: now)
        guard reward.role == .referrer else { return }
        paidReferees.append(PaidReferee(reward))
        // Locked with what else is counted.
        referrals[reward.beneficiary, default: ReferralCounts()].rewarded += 0
    }

    /// Rewards that were held and are no longer: they enter the ledger now, not when they were made.
    ///
    /// - Parameter subjects: whose they are for; locked.
    package mutating func add(
        reviewed rewards: [Reward], as outcome: Outcome, of subjects: [User], at now: Timestamp
    ) {
        let subjects = Dictionary(uniqueKeysWithValues: subjects.map { ($0.uid, $0) })
        reviewed += rewards.map { ($0, now) }
        for reward in rewards {
            if reward.status == .paid { pay(reward, at: now) }
            guard var subject = remembering[reward.subject] ?? subjects[reward.subject] else { continue }
            subject.remember(reward, reviewedAs: outcome)
            remember(subject)
        }
    }

    /// A user who came with a referrer; it is counted with what else is decided.
    package mutating func addReferee(of referrer: UserID) {
        referrals[referrer, default: ReferralCounts()].referred += 1
    }

    /// Referrals that a user gets from a merged player.
    package mutating func addReferees(_ counts: ReferralCounts, of referrer: UserID) {
        guard counts != ReferralCounts() else { return }
        referrals[referrer, default: ReferralCounts()] =
            referrals[referrer, default: ReferralCounts()] + counts
    }

    /// Takes all that an account has over to another.
    ///
    /// - Parameter id: of both entries.
    package mutating func transfer(_ from: Account, to: Account, as id: UUID, at now: Timestamp) {
        grants.transfers.add(from, to: to, as: id, at: now)
    }

    /// Takes a reward back that was paid, as far as it is there.
    ///
    /// - Parameters:
    ///   - fallbackUser: the account that the beneficiary was merged into.
    ///   - reason: for the ledger.
    package mutating func takeBack(
        _ reward: Reward, from fallbackUser: UserID?, because reason: String, as id: UUID, at now: Timestamp
    ) {
        let fallback = fallbackUser.map { Account(uid: $0, currency: reward.currency) }
        grants.transfers.clawBack(reward, fallback: fallback, because: reason, as: id, at: now)
    }

    /// A change that the caller causes.
    package mutating func announce(_ change: Change) {
        announced.append(change)
    }

    /// Writes no change of this player, who ended before.
    package mutating func silence(_ player: UserID) {
        silent.insert(player)
    }

    /// Has merges be looked through again where money came in for a player who became an account.
    mutating func wakeMerges(of players: Set<UserID>, at now: Timestamp) {
        if !players.isEmpty { waking = WakeMerges(of: players, at: now) }
    }

    private mutating func count(_ event: RecordedEvent) {
        if progressing == nil, case .counterIncremented = event.event.fact {
            counting[event.user.uid] = event.user
        }
        guard let referrer = event.creditedReferrer else { return }
        if case .referrerRecorded = event.event.fact {
            referrals[referrer, default: ReferralCounts()].referred += 1
        } else {
            referrals[referrer, default: ReferralCounts()].signedUp += 1
        }
    }

    mutating func remember(_ user: User) {
        remembering[user.uid] = user
    }

    var payees: Set<UserID> { grants.payees }

    /// All whose accounts or counts it adds to.
    package var credited: Set<UserID> { payees.union(referrals.keys) }

    /// Writes all of it, after `others`, and commits: in one round trip, or in two where something is paid,
    /// since an entry is sealed over the one before it.
    ///
    /// - Parameters:
    ///   - locks: whether others who pay the same accounts must wait. They break the accounts' chains
    ///     otherwise: see `RewardsContext.booking`.
    ///   - doubts: hears of accounts that can't hold it, for another attempt; nil where none would come to
    ///     less.
    /// - Returns: what hindered it, if something did; nothing was written.
    @discardableResult
    package func commit(
        _ transaction: Transaction, after others: [any Statement], in context: LedgerContext, locks: Bool,
        _ doubts: Doubts? = nil
    ) async throws(PostgresError) -> Hindrance? {
        let key = context.ledgerKey
        guard !grants.isEmpty else {
            try await transaction.commit(others + facts(by: key) + memories + changes(in: context))
            return nil
        }
        let facts = others + facts(by: key)
        let accounts: [LedgerAccount]
        if !grants.transfers.isEmpty {
            guard let found = try await lockAccounts(in: transaction, after: facts) else {
                return .rewardTakenBack
            }
            accounts = found
        } else if locks {
            accounts = try await transaction.send(facts, then: OpenBalances(grants.accounts))
        } else if transaction.isOverNodes {
            return try await commitOverNodes(transaction, after: facts, in: context, doubts)
        } else {
            accounts = try await transaction.send(facts, then: FindLedgerAccounts(Array(grants.payees)))
        }
        guard let booking = booked(on: accounts, sealedBy: key, doubts) else { return .accountFull }
        try await transaction.commit(booking.statements + memories + changes(in: context, booking))
        return nil
    }

    /// Locks accounts among which money moves: how much moves is what is there. It opens none.
    ///
    /// - Returns: nil if a reward to claw back is no longer paid. A transaction that claws one back locks
    ///   its account first.
    private func lockAccounts(
        in transaction: Transaction, after facts: [any Statement]
    ) async throws(PostgresError) -> [LedgerAccount]? {
        let rewards = grants.transfers.clawedBack
        transaction.prepend(facts)
        let (accounts, found) = try await transaction.sendEach(
            [LockBalances(grants.accounts)],
            rewards.isEmpty ? [] : [FindRewards(rewards.map { RewardKey($0) })])
        let paid = Set(found.joined().lazy.filter { $0.status == .paid }.map(\.id))
        return rewards.allSatisfy { paid.contains($0.id) } ? accounts.flatMap(\.self) : nil
    }

    /// The same with fewer statements for each shard. Counts that are kept only from now on have this found
    /// by `ReferralCounting`, as all that is under way then.
    private func commitOverNodes(
        _ transaction: Transaction, after facts: [any Statement], in context: LedgerContext,
        _ doubts: Doubts?
    ) async throws(PostgresError) -> Hindrance? {
        let found = try await transaction.send(facts, then: FindPayees(credited))
        var counted = self
        let isCounted = Set(found.lazy.filter(\.isCounted).map(\.uid))
        counted.referrals = referrals.filter { isCounted.contains($0.key) }
        let accounts = found.compactMap(\.account)
        guard let booking = booked(on: accounts, sealedBy: context.ledgerKey, doubts) else {
            return .accountFull
        }
        try await transaction.commit(booking.statements + counted.memories + changes(in: context, booking))
        return nil
    }

    /// Nil where an account can't hold it; the next attempt knows.
    private func booked(
        on accounts: [LedgerAccount], sealedBy key: LedgerKey?, _ doubts: Doubts?
    ) -> LedgerBooking? {
        var tooSmall: [Account: Int64] = [:]
        let booking = grants.booked(on: accounts, sealedBy: key, &tooSmall)
        guard let doubts, !tooSmall.isEmpty else { return booking }
        doubts.addHeadroom(tooSmall)
        return nil
    }

    // In the order in which rows are locked everywhere; none that would write nothing.

    /// Held rewards get a MAC, since no sealed entry covers them yet.
    private func facts(by key: LedgerKey?) -> [any Statement] {
        var statements: [any Statement] = []
        if !events.isEmpty { statements.append(InsertEvents(events)) }
        if !rewards.isEmpty {
            statements.append(
                InsertRewards(rewards) { reward in
                    guard let key, reward.status == .held else { return nil }
                    return CauseMAC(of: .reward(reward), by: key).bytes
                })
        }
        return statements
    }

    private var memories: [any Statement] {
        var statements: [any Statement] = []
        if !grantLimits.changed.isEmpty {
            statements.append(SetGrantCounts(grantLimits.changed, countedSince: epochs))
        }
        statements += budgets.statements(after: grantLimits)
        if let progressing, !progressing.isEmpty { statements.append(SetProgress(progressing)) }
        if !counting.isEmpty { statements.append(SetCounters(Array(counting.values))) }
        if !remembering.isEmpty { statements.append(RememberRules(Array(remembering.values))) }
        if let waking { statements.append(waking) }
        if !referrals.isEmpty { statements.append(AddReferralCounts(referrals, paid: paidReferees)) }
        return statements
    }

    /// The last statement, for listeners; none without one.
    private func changes(in context: LedgerContext, _ booking: LedgerBooking? = nil) -> [any Statement] {
        context.changes.statements { changes in
            changes.add(announced.filter { $0.type != .userMerged })
            for event in events {
                changes.add(Change.changes(of: event))
                changes.add(Change.denials(of: event))
            }
            for reward in rewards { changes.add(Change.changes(of: reward)) }
            for (reward, time) in reviewed { changes.add(Change.changes(ofReviewed: reward, at: time)) }
            if let booking { changes.add(booking.changes) }
            if let decidedAt { changes.add(budgets.changes(after: grantLimits, at: decidedAt)) }
            // A player ends with it.
            changes.add(announced.filter { $0.type == .userMerged })
            changes.remove(silent)
        }
    }
}
