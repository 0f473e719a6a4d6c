internal import EventLoops

extension PostgresPool {
    /// Runs `statements` in one pipeline with one sync: one round trip and one implicit transaction, all or
    /// nothing.
    ///
    /// Tried again, as a transaction is, after a deadlock, a serialization failure or a lost connection: what
    /// is sent must be safe to repeat.
    @discardableResult
    package func run<each S: Statement>(
        patience: TransactionPatience = TransactionPatience(), _ statements: repeat each S
    ) async throws(PostgresError) -> (repeat [(each S).Row]) {
        var queries = transactionSettings
        repeat queries.append(Query(each statements, for: configuration.engine))
        var dealer = try await run(queries, patience)
        return (repeat try dealer.rows(of: (each S).self))
    }

    /// The same for any number of statements of each kind, at least one in all; the rows of each.
    package func runEach<each S: Statement>(
        patience: TransactionPatience = TransactionPatience(), _ statements: repeat [each S]
    ) async throws(PostgresError) -> (repeat [[(each S).Row]]) {
        var queries = transactionSettings
        for kind in repeat each statements {
            for statement in kind { queries.append(Query(statement, for: configuration.engine)) }
        }
        var dealer = try await run(queries, patience)
        return (repeat try dealer.rows(ofEach: each statements))
    }

    /// The same for statements without results.
    package func runAll(
        patience: TransactionPatience = TransactionPatience(), _ statements: [any Statement]
    ) async throws(PostgresError) {
        if statements.isEmpty { return }
        let queries = transactionSettings + statements.map { Query($0, for: configuration.engine) }
        _ = try await run(queries, patience)
    }

    /// Runs what comes after the transaction's settings, with those.
    private func run(
        _ queries: [Query], _ patience: TransactionPatience
    ) async throws(PostgresError) -> ResultDealer {
        if configuration.engine == .citus {
            let statements = queries.dropFirst(transactionSettings.count)
            if statements.needsTransaction {
                return try await transaction(patience: patience) { transaction throws(PostgresError) in
                    try await transaction.commit(Array(statements))
                }
            }
        }
        let results = try await retrying(patience) { () async throws(PostgresError) in
            let connection = try await acquire()
            defer { release(connection) }
            return try await connection.perform(
                queries, commits: true, timeoutMilliseconds: configuration.replyMillisecondsMax)
        }
        if queries.last?.isAnnounced == true { onAnnounced() }
        return ResultDealer(results, skipping: transactionSettings.count)
    }

    /// Runs `body` in a transaction, which it ends by `commit`; where it returns or throws without, all is
    /// undone.
    ///
    /// The whole body runs again, with jitter, in two cases. After a lost connection, also in doubt of its
    /// commit, it runs `attemptsMax` times in all, within `retryMillisecondsMax`. After a serialization
    /// failure or a deadlock, `patience` decides. A body must be safe to repeat after its commit.
    ///
    /// - Parameters:
    ///   - statementTimeoutMilliseconds: another `statement_timeout` than the session's, for a long read;
    ///     replies are then waited for a second longer than that. Above zero.
    ///   - body: must not keep the `Transaction` it is lent.
    @discardableResult
    package func transaction<Value>(
        isolation: Isolation = .readCommitted, isReadOnly: Bool = false,
        statementTimeoutMilliseconds: Int? = nil, patience: TransactionPatience = TransactionPatience(),
        _ body: (Transaction) async throws(PostgresError) -> Value
    ) async throws(PostgresError) -> Value {
        let opening = Transaction.opening(
            isolation, isReadOnly, configuration.engine, transactionSettings, statementTimeoutMilliseconds,
            patience.lockMilliseconds)
        let replyMilliseconds =
            statementTimeoutMilliseconds.map { $0 + 1_000 } ?? configuration.replyMillisecondsMax
        return try await retrying(patience) { () async throws(PostgresError) in
            let connection = try await acquire()
            let transaction = Transaction(
                connection, of: configuration.engine, opening: opening,
                timeoutMilliseconds: replyMilliseconds, onAnnounced: onAnnounced)
            do throws(PostgresError) {
                let value = try await body(transaction)
                await end(transaction, on: connection)
                return value
            } catch {
                await end(transaction, on: connection)
                throw error
            }
        }
    }

    private func end(_ transaction: Transaction, on connection: PostgresConnection) async {
        await transaction.rollback()
        release(connection)
    }

    private func retrying<Value>(
        _ patience: TransactionPatience, _ body: () async throws(PostgresError) -> Value
    ) async throws(PostgresError) -> Value {
        let began = MonotonicInstant.now
        var backoff = Backoff(milliseconds: configuration.retryBackoffMilliseconds)
        var isInDoubt = false
        for attempt in 1... {
            do throws(PostgresError) {
                return try await body()
            } catch {
                isInDoubt = isInDoubt || error == .connectionLost(isCommitInDoubt: true)
                // Whatever a later attempt met, the caller must learn that the first may have been committed.
                let error = isInDoubt && error.isUnavailable ? .connectionLost(isCommitInDoubt: true) : error
                let pause = backoff.nextMilliseconds()
                let bounds = bounds(of: error, patience)
                guard error.deservesRetry, attempt < bounds.attempts,
                    MonotonicInstant.now.milliseconds(since: began) + pause < bounds.milliseconds
                else { throw error }
                countRetry()
                try? await loop.sleep(milliseconds: pause)
            }
        }
        throw .closed
    }

    private func bounds(
        of error: PostgresError, _ patience: TransactionPatience
    ) -> (attempts: Int, milliseconds: Int) {
        guard error.isRetryable else {
            return (configuration.attemptsMax, configuration.retryMillisecondsMax)
        }
        return (patience.conflictAttemptsMax ?? .max, configuration.conflictMillisecondsMax)
    }
}

extension Collection<Query> {
    /// Whether it could be committed in part on Citus, which commits each statement on its nodes at its end
    /// outside of a transaction.
    fileprivate var needsTransaction: Bool {
        count > 1 && contains { !$0.sql.hasPrefix("SELECT") }
    }
}

extension PostgresError {
    /// A deadlock, a serialization failure, too few locks, a lost connection, or a server that was made a
    /// standby (25006).
    fileprivate var deservesRetry: Bool {
        switch self {
        case .connectionLost: true
        case .server(let error): isRetryable || error.sqlState == "25006"
        default: false
        }
    }
}
