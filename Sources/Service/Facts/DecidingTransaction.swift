internal import Postgres
internal import Referrals
internal import Store
internal import Values

/// A transaction in which rules decide: what it read of users is judged, and what was decided is written with
/// the commit.
struct DecidingTransaction {
    let transaction: Transaction
    fileprivate let context: ServiceContext
    fileprivate let now: Timestamp
    fileprivate let patience: BatchPatience
    /// Whether users remember all that was decided for good about them.
    fileprivate let trustsMemory: Bool
    fileprivate let locksAccounts: Bool

    /// Writes what rules come to, and commits.
    ///
    /// - Parameters:
    ///   - users: as they are stored, and locked.
    ///   - judge: is asked twice where a user has forgotten a reward; the last answer counts.
    ///   - others: what else is written, before.
    func commit<Answer>(
        _ users: [User], judge: (inout FactJudge) -> Answer,
        with others: (Answer) -> [any Statement] = { _ in [] }
    ) async throws(PostgresError) -> Answer {
        var facts = FactJudge(context, users: users, at: now)
        var answer = judge(&facts)
        if !trustsMemory {
            let kept = try await transaction.send(FindRewards(facts.writes.rewards.map(RewardKey.init)))
            facts = FactJudge(context, users: users, at: now, kept: kept)
            answer = judge(&facts)
        }
        try await commit(facts.writes, after: others(answer))
        context.metrics.countRewards(facts.writes.rewards)
        return answer
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
                transaction, after: others, sealedBy: context.ledgerKey, locks: locksAccounts)
        } catch {
            if error.isLocked, writes.payees.count == 1 { writes.payees.forEach(blocked.add) }
            throw error
        }
        if patience == .apart { writes.payees.forEach(blocked.remove) }
    }
}

extension ServiceContext {
    /// Runs a transaction in which rules decide.
    ///
    /// The usual attempt trusts what users remember of earlier decisions. Where that was lost, the rewards'
    /// own constraint refuses to pay again, and a second attempt reads them and has it remembered again.
    func deciding<Value>(
        at now: Timestamp, _ patience: BatchPatience,
        _ body: (DecidingTransaction) async throws(PostgresError) -> Value
    ) async throws(PostgresError) -> Value {
        try await booking { locks throws(PostgresError) in
            do throws(PostgresError) {
                return try await deciding(at: now, patience, trustsMemory: true, locks, body)
            } catch {
                guard error.isUniqueViolation(InsertRewards.constraint) else { throw error }
                return try await deciding(at: now, patience, trustsMemory: false, locks, body)
            }
        }
    }

    private func deciding<Value>(
        at now: Timestamp, _ patience: BatchPatience, trustsMemory: Bool, _ locksAccounts: Bool,
        _ body: (DecidingTransaction) async throws(PostgresError) -> Value
    ) async throws(PostgresError) -> Value {
        try await pool.transaction(patience: patience.transaction) { transaction throws(PostgresError) in
            try await body(
                DecidingTransaction(
                    transaction: transaction, context: self, now: now, patience: patience,
                    trustsMemory: trustsMemory, locksAccounts: locksAccounts))
        }
    }
}
