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
    package let now: Timestamp
    fileprivate let lockPolicy: LockPolicy
    let optimism: Optimism

    /// Judges `docket`, writes what rules come to, and commits. If rules need to know more than its users,
    /// that is read first, in one round trip.
    ///
    /// - Parameters:
    ///   - own: what the caller has decided instead of them.
    ///   - others: what else is written, before.
    package func commit(
        _ docket: Docket, adding own: DecidedWrites = DecidedWrites(),
        with others: (Decisions) -> [any Statement] = { _ in [] }
    ) async throws(PostgresError) -> Attempt<Decisions> {
        let statuses = context.moderation.all
        let needs = rules.needs(of: docket, statuses, trustsMemory: optimism.trustsMemory)
        var answers = Answers(statuses: statuses)
        var budgets = BudgetReservation()
        if !needs.isEmpty {
            let reads = NeededReads(needs, rules.trust, context)
            answers.findings = try await reads.findings(in: transaction)
            order(needs.credited.union(own.credited))
            budgets = try await reads.read(in: transaction, at: now, &answers)
        }
        answers.grantLimits.headroom = context.doubts.headroom
        let number = context.factNumbers.reserve(docket.occasions.count, at: context.clock.now)
        let decisions = rules.judge(
            docket, given: answers, numberingFrom: number, makeID: context.makeID)
        guard hold(budgets, decisions.grantLimits) else { return .abandoned(.budgetShort) }
        var writes = own
        writes.add(decisions, countedSince: needs.grantCounts, budgets, at: now)
        if needs.isEmpty { order(writes.credited) }
        if let hindrance = try await commit(writes, after: others(decisions) + programmeLock(writes)) {
            return .abandoned(hindrance)
        }
        context.metrics.countRewards(writes.rewards)
        return .finished(decisions)
    }

    /// The rewards of these rules are valid only if the rules are active at the commit.
    private func programmeLock(_ writes: DecidedWrites) -> [any Statement] {
        writes.rewards.isEmpty ? [] : [LockCountingShared(), CheckProgramme(rules.version)]
    }

    /// Before the first lock for a reward.
    private func order(_ credited: Set<UserID>) {
        if !credited.isEmpty { transaction.order(credited) }
    }

    /// Whether what it holds of budgets is enough. Where it isn't, the next attempt holds all of them.
    private func hold(_ budgets: BudgetReservation, _ grantLimits: GrantLimits) -> Bool {
        let tooSmall = budgets.tooSmall(for: grantLimits)
        guard tooSmall.isEmpty else {
            context.doubts.addExhausted(tooSmall)
            return false
        }
        context.doubts.noteBudgets(budgets.striped(after: grantLimits))
        return true
    }

    /// Another transaction may lock a payee too, such as a referrer paid by many players' events.
    private func commit(
        _ writes: DecidedWrites, after others: [any Statement]
    ) async throws(PostgresError) -> Hindrance? {
        let contended = context.contended
        if lockPolicy != .isolated, !contended.isEmpty, writes.payees.contains(where: contended.contains) {
            return .payeeLocked
        }
        do throws(PostgresError) {
            let hindrance = try await writes.commit(
                transaction, after: others, in: context,
                locks: !optimism.leavesAccountsUnlocked, context.doubts)
            if let hindrance { return hindrance }
        } catch {
            if error.isLocked, writes.payees.count == 1 { writes.payees.forEach(contended.add) }
            throw error
        }
        if lockPolicy == .isolated { writes.payees.forEach(contended.remove) }
        context.doubts.forgetHeadroom(of: writes.grantLimits.usedHeadroom)
        return nil
    }
}

extension RewardsContext {
    /// Processes of the version before change rules without waiting for those who decide by them.
    private static let attemptsMax = 20
    /// After so many abandoned attempts a batch is split.
    private static let abandonedMax = 3

    /// Runs a transaction in which rules decide, and again, up to `attemptsMax` times, where an assumption of
    /// `Optimism` or a guess about a budget or an account has failed.
    ///
    /// - Parameter body: ends by `commit`, or by a rollback.
    package func deciding<Value>(
        at now: Timestamp, _ lockPolicy: LockPolicy,
        _ body: (DecidingTransaction) async throws(PostgresError) -> Attempt<Value>
    ) async throws(PostgresError) -> Attempt<Value> {
        var optimism = Optimism(
            trustsNovelty: !doubts.replays.areLikely, leavesAccountsUnlocked: !expectsRace())
        var abandoned = 0
        for _ in 1..<Self.attemptsMax {
            do throws(PostgresError) {
                let attempt = try await deciding(at: now, lockPolicy, optimism, body)
                switch attempt {
                case .abandoned(.recordedBefore), .abandoned(.rewardTakenBack), .abandoned(.chainGrown): break
                case .abandoned(.budgetShort), .abandoned(.accountFull):
                    abandoned += 1
                    if lockPolicy.allowsSplits, abandoned >= Self.abandonedMax { return attempt }
                case .abandoned(.payeeLocked), .finished: return attempt
                }
            } catch {
                guard optimism.giveUp(after: error) else { throw error }
                if InsertLedgerEntries.isRace(error) { races.sawOne() }
                if error.isUniqueViolation(InsertEvents.constraint) { doubts.replays.sawOne() }
            }
        }
        return try await deciding(at: now, lockPolicy, optimism, body)
    }

    private func deciding<Value>(
        at now: Timestamp, _ lockPolicy: LockPolicy, _ optimism: Optimism,
        _ body: (DecidingTransaction) async throws(PostgresError) -> Attempt<Value>
    ) async throws(PostgresError) -> Attempt<Value> {
        let known = try await programme.current()
        doubts.countAttempt()
        return try await pool.transaction(patience: lockPolicy.transaction) {
            transaction throws(PostgresError) in
            let rules = optimism.trustsProgramme ? known : try await programme.read(inLockOf: transaction)
            return try await body(
                DecidingTransaction(
                    transaction: transaction, context: self, rules: rules, now: now, lockPolicy: lockPolicy,
                    optimism: optimism))
        }
    }

    /// Grants what these rules owe to users without new events.
    package func payDeserved(
        _ rules: [RuleName], for uids: [UserID], at now: Timestamp, _ lockPolicy: LockPolicy
    ) async throws(PostgresError) {
        _ = try await deciding(at: now, lockPolicy) { deciding throws(PostgresError) in
            lockInOrder(uids, in: deciding.transaction)
            let users = try await deciding.transaction.send(LockUsers(uids))
            let debts = uids.flatMap { uid in
                rules.map { Docket.Occasion.debt($0, uid, leavesDenials: true) }
            }
            return try await deciding.commit(Docket(users, debts, at: now))
        }
    }
}

extension RewardsContext {
    /// As `coalescer`, for batches in which rules decide.
    package func decidingCoalescer<Command, Reply: Sendable, Refusal: ServiceError>(
        _ name: String, on loop: isolated EventLoop, user: @escaping (Command) -> UserID?,
        mixesShards: @escaping () -> Bool = { false },
        run:
            @escaping ([Command], LockPolicy) async throws(PostgresError) -> Attempt<
                [Result<Reply, Refusal>]
            >
    ) throws(EventLoopError) -> Coalescer<Command, Reply, Refusal> {
        try batches(name, on: loop, user: user, mixesShards: mixesShards) {
            commands, lockPolicy throws(BatchError<Refusal>) in
            let attempt: Attempt<[Result<Reply, Refusal>]>
            do throws(PostgresError) {
                attempt = try await run(commands, lockPolicy)
            } catch {
                throw BatchError(error, log: self.logError)
            }
            switch attempt {
            case .finished(let results): return results
            case .abandoned(.payeeLocked): throw .locked
            case .abandoned: throw .conflicted
            }
        }
    }
}
