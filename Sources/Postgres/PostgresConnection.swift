internal import CLibpq
internal import EventLoops
internal import Tracing

/// One session with the server, in pipeline mode: one exchange at a time, each one round trip.
final class PostgresConnection {
    private let socket: PostgresSocket
    private var pipeline = Pipeline()
    private var exchange: Exchange?
    private var planRefresh = PlanRefresh(at: .now)
    private var deadline: LoopTimer?
    private var isCondemned = false
    private let replied = Waiting()
    private let lost = Waiting()
    /// Whether it is gone because the server said nothing more.
    private(set) var isSilent = false
    private(set) var askedAt = MonotonicInstant.now
    private var roundTrips = 0
    /// When the server last answered; at first when it let us in.
    private(set) var heardAt = MonotonicInstant.now
    /// Nil unless traces are exported.
    var tracer: Tracer?

    /// Called with each warning that comes with the results of an exchange.
    var onWarning: (ServerWarning) -> Void = { _ in }

    /// Called with the channel and payload of each notification.
    var onNotification: (String, String) -> Void = { _, _ in }

    private struct Exchange {
        let names: [String]
        let commits: Bool
        var results: [ResultSet] = []
        var error: PostgresError?
        var isDone = false
    }

    private init(_ socket: PostgresSocket) {
        self.socket = socket
    }

    static func connect(
        _ configuration: PostgresConfiguration, rotation: HostRotation, on loop: isolated EventLoop
    ) async throws(PostgresError) -> PostgresConnection {
        let socket = try await PostgresSocket.connect(configuration, rotation: rotation, on: loop)
        guard PQenterPipelineMode(socket.handle) == 1 else { throw .cannotConnect(socket.errorText) }
        let connection = PostgresConnection(socket)
        try connection.start(on: loop)
        return connection
    }

    private func start(on loop: isolated EventLoop) throws(PostgresError) {
        deadline = try loopResource { () throws(EventLoopError) in
            try loop.timer { [weak self] in self?.drop(because: .timedOut(.reply)) }
        }
        try socket.start(
            on: loop,
            onReadable: { [weak self] in self?.readable() },
            onBroken: { [weak self] in self?.lose() })
    }

    var isOpen: Bool { socket.isOpen }

    var isInTransaction: Bool { socket.isInTransaction }

    /// Whether the next caller can have it.
    var isReusable: Bool { isOpen && !isCondemned && exchange == nil && !isInTransaction }

    /// Sends `queries` with one sync and waits for all their results.
    ///
    /// - Parameters:
    ///   - commits: whether the sync, or a COMMIT among the queries, makes the work last; then a loss is in
    ///     doubt.
    ///   - timeoutMilliseconds: until the last reply; past it the connection is dropped.
    /// - Throws: the first statement's error; `.connectionLost`, `.timedOut(.reply)`.
    func perform(
        _ queries: [Query], commits: Bool, timeoutMilliseconds: Int
    ) async throws(PostgresError) -> [ResultSet] {
        guard exchange == nil else { throw .misuse("two exchanges at once on one connection") }
        guard isOpen else { throw .connectionLost(isCommitInDoubt: false) }
        askedAt = .now
        roundTrips += 1
        // At the end, where no transaction is open: BEGIN with an isolation level must come before all else.
        let suffix = commits && planRefresh.isDue(at: askedAt) ? [Query.discardPlans] : []
        let queries = queries + suffix
        exchange = Exchange(names: queries.map(\.name), commits: commits)
        deadline?.start(afterMilliseconds: timeoutMilliseconds)
        send(queries)
        if exchange?.isDone == false {
            socket.setAwaited(true)
            await replied.wait { exchange?.isDone == false }
            socket.setAwaited(false)
        }
        deadline?.stop()
        let result = exchange
        exchange = nil
        if isOpen { heardAt = .now }
        if let tracer, let result { tracer.finish(result.names, since: askedAt, result.error) }
        if let error = result?.error { throw error }
        return Array((result?.results ?? []).dropLast(suffix.count))
    }

    /// How many there were since this was last asked.
    func takeRoundTrips() -> Int {
        defer { roundTrips = 0 }
        return roundTrips
    }

    /// Returns when the connection is gone.
    func waitUntilLost() async {
        if isOpen { await lost.wait { isOpen } }
    }

    /// Drops it as one whose server has fallen silent.
    func giveUp() {
        drop(because: .timedOut(.reply))
    }

    func close() {
        drop(because: .closed)
    }
}

extension PostgresConnection {
    private func send(_ queries: [Query]) {
        for command in pipeline.begin(queries.map { Pipeline.Entry(name: $0.name, sql: $0.sql) }) {
            guard send(command, of: queries) else { return lose() }
        }
        if !socket.flush() { lose() }
    }

    private func send(_ command: Pipeline.Command, of queries: [Query]) -> Bool {
        switch command {
        case .prepare(let index):
            let query = queries[index]
            let count = Int32(query.parameters.count)
            return PQsendPrepare(socket.handle, query.name, query.sql, count, query.parameters.types) == 1
        case .execute(let index):
            return execute(queries[index])
        case .sync:
            return PQpipelineSync(socket.handle) == 1
        }
    }

    private func execute(_ query: Query) -> Bool {
        let count = query.parameters.count
        let binary: Int32 = 1
        return query.parameters.withValues { values, lengths in
            PQsendQueryPrepared(
                socket.handle, query.name, Int32(count), values, lengths,
                Array(repeating: binary, count: count), binary) == 1
        }
    }

    private func readable() {
        let isAlive = socket.consume()
        receiveResults()
        receiveNotifications()
        if !isAlive { lose() }
    }

    private func receiveResults() {
        while exchange?.isDone == false {
            switch socket.next() {
            case .notYet: return
            case .end: act(on: pipeline.receive(.end), nil)
            case .result(let result):
                if reportWarnings() {
                    PQclear(result)
                    return lose()
                }
                receive(result)
            }
        }
    }

    /// Returns whether the commit is in doubt: a fail-over could take it back.
    private func reportWarnings() -> Bool {
        let warnings = socket.takeWarnings()
        for warning in warnings { onWarning(warning) }
        return warnings.contains(where: \.endsWaitForStandbys)
    }

    private func receive(_ result: OpaquePointer) {
        let reply = Pipeline.Reply(PQresultStatus(result))
        if reply == .failure && (!isOpen || ServerError.isFatal(result)) {
            // A statement's error that ends the session, not a lost commit: the server said so before it got
            // there.
            let isAnnounced = PQresultErrorField(result, ErrorField.sqlState.code) != nil
            PQclear(result)
            return lose(isAnnounced: isAnnounced)
        }
        act(on: pipeline.receive(reply), result)
    }

    /// Takes the result over.
    private func act(on action: Pipeline.Action, _ result: OpaquePointer?) {
        var isKept = false
        defer { if let result, !isKept { PQclear(result) } }
        switch action {
        case .proceed:
            break
        case .keep(let index):
            guard let result, let name = exchange?.names[index] else { return }
            exchange?.results.append(ResultSet(result, name: name))
            isKept = true
        case .fail(let index):
            guard let result, let name = exchange?.names[index] else { return }
            let error = ServerError(result, statement: name)
            isCondemned = isCondemned || error.condemnsConnection
            exchange?.error = .server(error)
        case .finish:
            exchange?.isDone = true
            replied.wake()
        case .giveUp:
            lose()
        }
    }

    private func receiveNotifications() {
        guard isOpen else { return }
        while let notification = PQnotifies(socket.handle) {
            let channel = String(cString: notification.pointee.relname)
            let payload = String(cString: notification.pointee.extra)
            PQfreemem(notification)
            onNotification(channel, payload)
            guard isOpen else { return }
        }
    }

    /// - Parameter isAnnounced: the server itself ended the session instead of a result, so nothing was
    ///   committed.
    private func lose(isAnnounced: Bool = false) {
        let isInDoubt = exchange?.commits == true && !pipeline.hasFailed && !isAnnounced
        drop(because: .connectionLost(isCommitInDoubt: isInDoubt))
    }

    private func drop(because error: PostgresError) {
        guard isOpen else { return }
        isSilent = error.isSilence
        if isSilent { socket.passOver() }
        socket.close()
        deadline?.stop()
        if exchange?.isDone == false {
            exchange?.error = error
            exchange?.isDone = true
            replied.wake()
        }
        lost.wake()
    }
}

extension Pipeline.Reply {
    fileprivate init(_ status: ExecStatusType) {
        switch status {
        case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_EMPTY_QUERY: self = .success
        case PGRES_FATAL_ERROR: self = .failure
        case PGRES_PIPELINE_ABORTED: self = .aborted
        case PGRES_PIPELINE_SYNC: self = .sync
        default: self = .other
        }
    }
}
