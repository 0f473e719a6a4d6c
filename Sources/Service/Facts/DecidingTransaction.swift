internal import Postgres
internal import Referrals
internal import Store
internal import Values

/// A transaction in which rules decide: what it read of users is judged, and what was decided is written with
/// the commit.
struct DecidingTransaction {
    let transaction: Transaction
    fileprivate let context: ServiceContext
    let rules: RuleBook
    fileprivate let now: Timestamp
    fileprivate let patience: BatchPatience
    /// Whether users remember all that was decided for good about them.
    fileprivate let trustsMemory: Bool
    fileprivate let locksAccounts: Bool

    /// Writes what rules come to, and commits.
    ///
    /// - Parameters:
    ///   - users: as they are stored, and locked.
    ///   - judge: is asked again where a user has forgotten a reward, where checks are on, and where a rule
    ///     has limits; the last answer counts.
    ///   - others: what else is written, before.
    func commit<Answer>(
        _ users: [User], judge: (inout FactJudge) -> Answer,
        with others: (Answer) -> [any Statement] = { _ in [] }
    ) async throws(PostgresError) -> Answer {
        var facts = FactJudge(context, rules, users: users, at: now)
        var answer = judge(&facts)
        var kept: [Reward] = []
        if !trustsMemory {
            kept = try await transaction.send(FindRewards(facts.writes.rewards.map(RewardKey.init)))
            facts = FactJudge(context, rules, users: users, at: now, kept: kept)
            answer = judge(&facts)
        }
        var findings: [UserID: TrustCodes] = [:]
        if !facts.suspects.isEmpty {
            let inquiry = TrustInquiry(
                terms: rules.trust, disposable: context.disposable, transaction: transaction)
            findings = try await inquiry.findings(on: Array(facts.suspects.values))
            facts = FactJudge(context, rules, users: users, at: now, kept: kept, findings: findings)
            answer = judge(&facts)
        }
        let wanted = facts.writes.places
        order(facts.writes)
        if !wanted.wanted.isEmpty {
            let (places, budgets) = try await take(wanted)
            facts = FactJudge(
                context, rules, users: users, at: now, kept: kept, findings: findings, places)
            answer = judge(&facts)
            facts.writes.epochs = wanted.wanted
            facts.writes.budgets = try hold(budgets, facts.writes.places)
        }
        try await commit(facts.writes, after: turn(facts.writes) + others(answer))
        context.metrics.countRewards(facts.writes.rewards)
        return answer
    }

    /// What these rules give holds if they are in force when it is committed.
    private func turn(_ writes: DecidedWrites) -> [any Statement] {
        writes.rewards.isEmpty ? [] : [EnterCounting(), CheckProgramme(rules.version)]
    }

    /// Before the first lock of what somebody is given: what rules with limits have given is asked with it.
    private func order(_ writes: DecidedWrites) {
        guard context.shards != nil else { return }
        let credited = writes.credited.union(writes.places.wanted.keys.map(\.beneficiary))
        if !credited.isEmpty { transaction.order(credited) }
    }

    /// Reads and locks what rules with limits have given, in one round trip.
    private func take(
        _ wanted: RewardPlaces
    ) async throws(PostgresError) -> (RewardPlaces, HeldBudgets) {
        let keys = Array(wanted.wanted.keys)
        let dayAgo = now.adding(seconds: -RewardPlaces.daySeconds)
        let (locking, counting) = (LockPlaces(keys), CountGiven(wanted.wanted, recentSince: dayAgo))
        let (kept, counted, budgets) = try await take(wanted.wantedPots, locking, counting)
        var given = Dictionary(uniqueKeysWithValues: keys.map { ($0, RewardPlaces.Given()) })
        for place in kept where place.epoch == wanted.wanted[place.key] { given[place.key] = place.given }
        for place in counted { given[place.key] = place.given }
        return (RewardPlaces(given: given, spent: budgets.spent), budgets)
    }

    /// After the places; where there is no budget nothing is asked about one. A change of what is counted
    /// writes budgets, and waits beforehand for those who hold them.
    private func take(
        _ budgets: [RewardPlaces.Pot: Int64], _ locking: LockPlaces, _ counting: CountGiven
    ) async throws(PostgresError) -> ([KeptPlace], [KeptPlace], HeldBudgets) {
        guard !budgets.isEmpty else {
            let (kept, counted) = try await transaction.send(locking, counting)
            return (kept, counted, HeldBudgets())
        }
        let gathered = context.scarce.pots.intersection(budgets.keys)
        let (_, kept, counted, totals, shares) = try await transaction.send(
            EnterCounting(), locking, counting, LockBudgets(gathered),
            LockBudgetShares(Set(budgets.keys), gathering: gathered))
        return (
            kept, counted, HeldBudgets(budgets, gathered: gathered, shares: shares, totals: totals)
        )
    }

    /// - Throws: where it holds less of a budget than there may be; all of it in the next attempt.
    private func hold(
        _ budgets: HeldBudgets, _ places: RewardPlaces
    ) throws(PostgresError) -> HeldBudgets {
        let tooSmall = budgets.tooSmall(for: places)
        guard tooSmall.isEmpty else {
            context.scarce.add(tooSmall)
            throw .heldTooLittle
        }
        context.scarce.note(budgets.shared(after: places))
        return budgets
    }

    /// Whoever is paid may be blocked too, such as a referrer whom everybody's events pay.
    private func commit(
        _ writes: DecidedWrites, after others: [any Statement]
    ) async throws(PostgresError) {
        let blocked = context.blocked
        if patience != .apart, !blocked.isEmpty, writes.payees.contains(where: blocked.contains) {
            throw .knownLock
        }
        do throws(PostgresError) {
            try await writes.commit(
                transaction, after: others, sealedBy: context.ledgerKey, locks: locksAccounts, context.rooms)
        } catch {
            if error.isLocked, writes.payees.count == 1 { writes.payees.forEach(blocked.add) }
            throw error
        }
        if patience == .apart { writes.payees.forEach(blocked.remove) }
        context.rooms.forget(writes.places.askedRooms)
    }
}

extension ServiceContext {
    /// Servers of the version before change rules without waiting for those who decide in a turn.
    private static let turnsMax = 20

    /// Runs a transaction in which rules decide; by those in force, also where this process hadn't heard of
    /// them: then it decides again, in a turn that keeps them in force.
    ///
    /// The usual attempt trusts what users remember of earlier decisions. Where that was lost, the rewards'
    /// own constraint refuses to pay again, and a second attempt reads them and has it remembered again.
    func deciding<Value>(
        at now: Timestamp, _ patience: BatchPatience,
        _ body: (DecidingTransaction) async throws(PostgresError) -> Value
    ) async throws(PostgresError) -> Value {
        for attempt in 0..<Self.turnsMax {
            do throws(PostgresError) {
                return try await deciding(at: now, inTurn: attempt > 0, patience, body)
            } catch {
                guard error.isOfFormerProgramme else { throw error }
            }
        }
        return try await deciding(at: now, inTurn: true, patience, body)
    }

    private func deciding<Value>(
        at now: Timestamp, inTurn: Bool, _ patience: BatchPatience,
        _ body: (DecidingTransaction) async throws(PostgresError) -> Value
    ) async throws(PostgresError) -> Value {
        try await booking { locks throws(PostgresError) in
            do throws(PostgresError) {
                return try await deciding(
                    at: now, inTurn: inTurn, patience, trustsMemory: true, locks, body)
            } catch {
                guard error.isUniqueViolation(InsertRewards.constraint) else { throw error }
                return try await deciding(
                    at: now, inTurn: inTurn, patience, trustsMemory: false, locks, body)
            }
        }
    }

    private func deciding<Value>(
        at now: Timestamp, inTurn: Bool, _ patience: BatchPatience, trustsMemory: Bool,
        _ locksAccounts: Bool,
        _ body: (DecidingTransaction) async throws(PostgresError) -> Value
    ) async throws(PostgresError) -> Value {
        let known = try await programme.current()
        return try await pool.transaction(patience: patience.transaction) {
            transaction throws(PostgresError) in
            let rules = inTurn ? try await programme.read(inTurnOf: transaction) : known
            return try await body(
                DecidingTransaction(
                    transaction: transaction, context: self, rules: rules, now: now, patience: patience,
                    trustsMemory: trustsMemory, locksAccounts: locksAccounts))
        }
    }

    /// Grants what these rules owe to users to whom nothing else happens.
    func settle(
        _ rules: [RuleName], for uids: [UserID], at now: Timestamp, _ patience: BatchPatience
    ) async throws(PostgresError) {
        try await deciding(at: now, patience) { deciding throws(PostgresError) in
            lockInOrder(uids, in: deciding.transaction)
            let users = try await deciding.transaction.send(LockUsers(uids))
            try await deciding.commit(
                users,
                judge: { facts in
                    for uid in uids {
                        for rule in rules {
                            guard let user = facts.users[uid] else { continue }
                            facts.settle(rule, for: user, leavesDenials: true)
                        }
                    }
                })
        }
    }
}
