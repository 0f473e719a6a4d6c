package import Batching
package import EventLoops
internal import Ledger
package import Postgres
package import Referrals
internal import Store
package import Values

/// A transaction in which rules decide: what it read of users is judged, and what was decided is written with
/// the commit.
package struct DecidingTransaction {
    package let transaction: Transaction
    fileprivate let context: RewardsContext
    package let rules: RuleBook
    fileprivate let now: Timestamp
    fileprivate let patience: BatchPatience
    fileprivate let optimism: Optimism

    /// Writes what rules come to, and commits.
    ///
    /// - Parameters:
    ///   - users: as they are stored, and locked.
    ///   - judge: is asked again where a user has forgotten a reward, where checks are on, and where a rule
    ///     has limits; the last answer counts.
    ///   - others: what else is written, before.
    package func commit<Answer>(
        _ users: [User], judge: (inout FactJudge) -> Answer,
        with others: (Answer) -> [any Statement] = { _ in [] }
    ) async throws(PostgresError) -> Attempt<Answer> {
        var facts = FactJudge(context, rules, users: users, at: now)
        var answer = judge(&facts)
        var kept: [Reward] = []
        if !optimism.trustsMemory {
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
            guard hold(budgets, facts.writes.places) else { return .abandoned(.budgetShort) }
            facts.writes.budgets = budgets
        }
        if let hindrance = try await commit(facts.writes, after: turn(facts.writes) + others(answer)) {
            return .abandoned(hindrance)
        }
        context.metrics.countRewards(facts.writes.rewards)
        return .finished(answer)
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

    /// Whether what it holds of budgets is enough. Where it isn't, the next attempt holds all of them.
    private func hold(_ budgets: HeldBudgets, _ places: RewardPlaces) -> Bool {
        let tooSmall = budgets.tooSmall(for: places)
        guard tooSmall.isEmpty else {
            context.scarce.add(tooSmall)
            return false
        }
        context.scarce.note(budgets.shared(after: places))
        return true
    }

    /// A payee may be locked by another transaction too, such as a referrer whom many players' events pay.
    private func commit(
        _ writes: DecidedWrites, after others: [any Statement]
    ) async throws(PostgresError) -> Hindrance? {
        let blocked = context.blocked
        if patience != .apart, !blocked.isEmpty, writes.payees.contains(where: blocked.contains) {
            return .payeeLocked
        }
        do throws(PostgresError) {
            let isCommitted = try await writes.commit(
                transaction, after: others, sealedBy: context.ledgerKey,
                locks: !optimism.leavesAccountsUnlocked, context.rooms)
            guard isCommitted else { return .accountFull }
        } catch {
            if error.isLocked, writes.payees.count == 1 { writes.payees.forEach(blocked.add) }
            throw error
        }
        if patience == .apart { writes.payees.forEach(blocked.remove) }
        context.rooms.forget(writes.places.askedRooms)
        return nil
    }
}

extension RewardsContext {
    /// Processes of the version before change rules without waiting for those who decide by them.
    private static let attemptsMax = 20
    /// Then the batch is split.
    private static let abandonedMax = 3

    /// Runs a transaction in which rules decide, and again, up to `attemptsMax` times, where an assumption of
    /// `Optimism` or a guess about a budget or an account has failed.
    ///
    /// - Parameter body: ends by `commit`, or by a rollback.
    package func deciding<Value>(
        at now: Timestamp, _ patience: BatchPatience,
        _ body: (DecidingTransaction) async throws(PostgresError) -> Attempt<Value>
    ) async throws(PostgresError) -> Attempt<Value> {
        var optimism = Optimism(leavesAccountsUnlocked: !expectsRace())
        var abandoned = 0
        for _ in 1..<Self.attemptsMax {
            do throws(PostgresError) {
                let attempt = try await deciding(at: now, patience, optimism, body)
                abandoned += 1
                switch attempt {
                case .abandoned(.budgetShort), .abandoned(.accountFull):
                    if abandoned >= Self.abandonedMax { return attempt }
                case .abandoned(.payeeLocked), .finished: return attempt
                }
            } catch {
                guard optimism.giveUp(after: error) else { throw error }
                if InsertLedgerEntries.isRace(error) { races.sawOne() }
            }
        }
        return try await deciding(at: now, patience, optimism, body)
    }

    private func deciding<Value>(
        at now: Timestamp, _ patience: BatchPatience, _ optimism: Optimism,
        _ body: (DecidingTransaction) async throws(PostgresError) -> Attempt<Value>
    ) async throws(PostgresError) -> Attempt<Value> {
        let known = try await programme.current()
        return try await pool.transaction(patience: patience.transaction) {
            transaction throws(PostgresError) in
            let rules = optimism.trustsProgramme ? known : try await programme.read(inTurnOf: transaction)
            return try await body(
                DecidingTransaction(
                    transaction: transaction, context: self, rules: rules, now: now, patience: patience,
                    optimism: optimism))
        }
    }

    /// Grants what these rules owe to users to whom nothing else happens.
    package func settle(
        _ rules: [RuleName], for uids: [UserID], at now: Timestamp, _ patience: BatchPatience
    ) async throws(PostgresError) {
        _ = try await deciding(at: now, patience) { deciding throws(PostgresError) in
            lockInOrder(uids, in: deciding.transaction)
            let users = try await deciding.transaction.send(LockUsers(uids))
            return try await deciding.commit(
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

extension RewardsContext {
    /// As `coalescer`, for batches in which rules decide.
    package func decidingCoalescer<Command, Reply: Sendable, Refusal: ServiceError>(
        _ name: String, on loop: isolated EventLoop, user: @escaping (Command) -> UserID?,
        mixesShards: @escaping () -> Bool = { false },
        run:
            @escaping ([Command], BatchPatience) async throws(PostgresError) -> Attempt<
                [Result<Reply, Refusal>]
            >
    ) throws(EventLoopError) -> Coalescer<Command, Reply, Refusal> {
        try batches(name, on: loop, user: user, mixesShards: mixesShards) {
            commands, patience throws(BatchError<Refusal>) in
            let attempt: Attempt<[Result<Reply, Refusal>]>
            do throws(PostgresError) {
                attempt = try await run(commands, patience)
            } catch {
                throw BatchError(error, log: self.logError)
            }
            switch attempt {
            case .finished(let outcomes): return outcomes
            case .abandoned(.payeeLocked): throw .locked
            case .abandoned(.budgetShort), .abandoned(.accountFull): throw .conflicted
            }
        }
    }
}
