/// A transaction under way. `BEGIN` travels with the first statements and `COMMIT` with the last: the usual
/// one, some statements that read and some that write, takes two round trips.
package final class Transaction {
    private let connection: PostgresConnection
    package let engine: DatabaseEngine
    private let opening: [Query]
    private let timeoutMilliseconds: Int
    private let onAnnounced: () -> Void
    private var state = State.fresh
    private var prepended: [Query] = []
    #if DEBUG
        /// Of the last lock.
        private var lockRank = Int.min
    #endif

    private enum State {
        /// Nothing was sent.
        case fresh
        case open
        /// Only a rollback is left; any other call gives this error again.
        case failed(PostgresError)
        case ended
    }

    init(
        _ connection: PostgresConnection, of engine: DatabaseEngine, opening: [Query],
        timeoutMilliseconds: Int, onAnnounced: @escaping () -> Void
    ) {
        self.connection = connection
        self.engine = engine
        self.opening = opening
        self.timeoutMilliseconds = timeoutMilliseconds
        self.onAnnounced = onAnnounced
    }

    /// Whether no statement of it was sent.
    package var isFresh: Bool {
        if case .fresh = state { true } else { false }
    }

    /// Sends `statements`, without results, ahead of the next ones, in their round trip.
    package func prepend(_ statements: [any Statement]) {
        prepended += statements.map { Query($0, for: engine) }
    }

    /// Runs `statements` in one round trip. After an error only `rollback` is left.
    @discardableResult
    package func send<each S: Statement>(
        _ statements: repeat each S
    ) async throws(PostgresError) -> (repeat [(each S).Row]) {
        var queries: [Query] = []
        repeat queries.append(Query(each statements, for: engine))
        var dealer = try await perform(queries, commits: false)
        return (repeat try dealer.rows(of: (each S).self))
    }

    /// Runs `statements`, without results, and `last`, in one round trip.
    package func send<Last: Statement>(
        _ statements: [any Statement], then last: Last
    ) async throws(PostgresError) -> [Last.Row] {
        let queries = statements.map { Query($0, for: engine) } + [Query(last, for: engine)]
        let results = try await perform(queries, commits: false)
        var dealer = results.skipping(statements.count)
        return try dealer.rows(of: Last.self)
    }

    /// Runs statements of one kind in one round trip; the rows of all, in order.
    package func sendAll<S: Statement>(_ statements: [S]) async throws(PostgresError) -> [S.Row] {
        let rows: [[S.Row]] = try await sendEach(statements)
        return rows.flatMap(\.self)
    }

    /// Runs any number of statements of each kind in one round trip, if there are any; the rows of each.
    package func sendEach<each S: Statement>(
        _ statements: repeat [each S]
    ) async throws(PostgresError) -> (repeat [[(each S).Row]]) {
        var queries: [Query] = []
        for kind in repeat each statements {
            for statement in kind { queries.append(Query(statement, for: engine)) }
        }
        var dealer = queries.isEmpty ? ResultDealer([]) : try await perform(queries, commits: false)
        return (repeat try dealer.rows(ofEach: each statements))
    }

    /// Runs `statements` and commits, in one round trip.
    @discardableResult
    package func commit<each S: Statement>(
        _ statements: repeat each S
    ) async throws(PostgresError) -> (repeat [(each S).Row]) {
        var queries: [Query] = []
        repeat queries.append(Query(each statements, for: engine))
        queries.append(Query(name: "COMMIT", sql: "COMMIT"))
        var dealer = try await perform(queries, commits: true)
        return (repeat try dealer.rows(of: (each S).self))
    }

    /// Runs `statements`, without results, and commits, in one round trip.
    package func commit(_ statements: [any Statement]) async throws(PostgresError) {
        let queries = statements.map { Query($0, for: engine) } + [Query(name: "COMMIT", sql: "COMMIT")]
        _ = try await perform(queries, commits: true)
    }

    /// The same for statements whose types are left behind; their results.
    func commit(_ queries: [Query]) async throws(PostgresError) -> ResultDealer {
        try await perform(queries + [Query(name: "COMMIT", sql: "COMMIT")], commits: true)
    }

    /// Undoes what was sent; nothing where nothing was, or where all is committed. It can't fail: a
    /// connection that does not answer is dropped, and the server undoes the work itself.
    package func rollback() async {
        defer { state = .ended }
        guard connection.isOpen, connection.isInTransaction else { return }
        let query = Query(name: "ROLLBACK", sql: "ROLLBACK")
        do throws(PostgresError) {
            _ = try await connection.perform(
                [query], commits: false, timeoutMilliseconds: timeoutMilliseconds)
        } catch {
            connection.close()
        }
    }

    /// Undoes what was sent, and runs `statement`, without results, in a transaction of its own, in one round
    /// trip.
    package func rollback<S: Statement>(then statement: S) async throws(PostgresError) {
        let queries = [Query(name: "ROLLBACK", sql: "ROLLBACK"), Query(statement, for: engine)]
        _ = try await perform(queries, commits: true)
    }

    private func perform(_ queries: [Query], commits: Bool) async throws(PostgresError) -> ResultDealer {
        var opening = try openingIfDue()
        if !prepended.isEmpty {
            opening += prepended
            prepended = []
        }
        #if DEBUG
            for query in opening + queries {
                guard let rank = query.lockRank else { continue }
                precondition(rank >= lockRank, "\(query.name) locks too late: deadlocks")
                lockRank = rank
            }
        #endif
        do throws(PostgresError) {
            let results = try await connection.perform(
                opening + queries, commits: commits, timeoutMilliseconds: timeoutMilliseconds)
            state = commits ? .ended : .open
            // The last one is COMMIT.
            if commits, queries.dropLast().last?.isAnnounced == true { onAnnounced() }
            return ResultDealer(results, skipping: opening.count)
        } catch {
            state = .failed(error)
            throw error
        }
    }

    private func openingIfDue() throws(PostgresError) -> [Query] {
        switch state {
        case .fresh: return opening
        case .open: return []
        case .failed(let error): throw error
        case .ended: throw .misuse("a statement after the transaction's end")
        }
    }
}

/// A transaction's view of others (PostgreSQL documentation, 13.2).
package enum Isolation: String, Sendable {
    case readCommitted = "READ COMMITTED"
    /// One snapshot for all its statements.
    case repeatableRead = "REPEATABLE READ"
}

extension Transaction {
    static func opening(
        _ isolation: Isolation, _ isReadOnly: Bool, _ engine: DatabaseEngine, _ settings: [Query],
        _ statementTimeoutMilliseconds: Int?, _ lockTimeoutMilliseconds: Int?
    ) -> [Query] {
        var begin = "BEGIN"
        if isolation != .readCommitted { begin += " ISOLATION LEVEL \(isolation.rawValue)" }
        if isReadOnly { begin += " READ ONLY" }
        var queries = [Query(name: begin, sql: begin)]
        if isolation == .repeatableRead, engine == .citus { queries.append(oneSnapshot) }
        queries += settings
        if let limit = statementTimeoutMilliseconds {
            let limiting = SetLocal(setting: "statement_timeout", milliseconds: limit)
            queries.append(Query(limiting, for: engine))
        }
        if let limit = lockTimeoutMilliseconds { queries += lockTimeout(limit, engine) }
        return queries
    }

    /// Each of Citus' connections to a node has its own snapshot, so there is only one to each node then.
    /// Related rows are on one node.
    private static let oneSnapshot = Query(
        name: "SnapshotPerNode", sql: "SET LOCAL citus.max_adaptive_executor_pool_size = 1")

    /// Citus' workers, which have the locks, hear of a setting by `SET` alone, and only where that is asked
    /// for.
    private static func lockTimeout(_ milliseconds: Int, _ engine: DatabaseEngine) -> [Query] {
        switch engine {
        case .postgres:
            [Query(SetLocal(setting: "lock_timeout", milliseconds: milliseconds), for: engine)]
        case .citus:
            ["SET LOCAL citus.propagate_set_commands = local", "SET LOCAL lock_timeout = \(milliseconds)"]
                .map { Query(name: $0, sql: $0) }
        }
    }
}

/// `SET LOCAL`, in a form that takes parameters.
private struct SetLocal: Statement {
    static let route = Route.coordinator
    static let sql = "SELECT set_config($1, $2, true)"

    let setting: String
    let milliseconds: Int

    var parameters: Parameters { Parameters(setting, "\(milliseconds)") }
}
