internal import CLibpq
package import EventLoops

/// A connection for whole scripts, one at a time and without a pipeline: migrations, checks, tools.
package final class PostgresSession {
    private let socket: PostgresSocket
    private let replied = Waiting()
    private var deadline: LoopTimer?
    private var isBusy = false
    private var result: ResultSet?
    private var error: PostgresError?

    private init(_ socket: PostgresSocket) {
        self.socket = socket
    }

    /// - Throws: `.cannotConnect`, `.timedOut(.connection)` when each host was silent.
    package static func connect(
        _ configuration: PostgresConfiguration, on loop: isolated EventLoop
    ) async throws(PostgresError) -> PostgresSession {
        let socket = try await configuration.withEachHost { rotation throws(PostgresError) in
            try await PostgresSocket.connect(configuration, rotation: rotation, on: loop)
        }
        let session = PostgresSession(socket)
        try session.start(on: loop)
        return session
    }

    /// Runs one or many statements, separated by semicolons, and gives the last one's rows as text.
    ///
    /// - Parameter timeoutMilliseconds: until the end; past it the session is dropped. Nil waits for ever.
    @discardableResult
    package func query(
        _ sql: String, timeoutMilliseconds: Int? = nil
    ) async throws(PostgresError) -> [[String?]] {
        guard !isBusy else { throw .misuse("two queries at once in one session") }
        guard socket.isOpen else { throw .closed }
        (isBusy, result, error) = (true, nil, nil)
        if let timeoutMilliseconds { deadline?.start(afterMilliseconds: timeoutMilliseconds) }
        if PQsendQuery(socket.handle, sql) != 1 || !socket.flush() {
            finish(.connectionLost(isCommitInDoubt: false))
        }
        if isBusy { await replied.wait { isBusy } }
        deadline?.stop()
        if let error { throw error }
        return result?.texts ?? []
    }

    /// The other end's own id, for cancelling: a pooler invents a number.
    var announcedPID: Int32 { PQbackendPID(socket.handle) }

    /// Whether a `BEGIN` is waiting for its end.
    package var isInTransaction: Bool { socket.isInTransaction }

    /// `text` as a literal that can stand in a statement, quotes included.
    package func literal(_ text: String) -> String {
        let escaped = text.withCString { PQescapeLiteral(socket.handle, $0, text.utf8.count) }
        guard let escaped else { return "NULL" }
        defer { PQfreemem(escaped) }
        return String(cString: escaped)
    }

    package func close() {
        if isBusy { finish(.closed) }
        socket.close()
    }

    private func start(on loop: isolated EventLoop) throws(PostgresError) {
        deadline = try loopResource { () throws(EventLoopError) in
            try loop.timer { [weak self] in self?.lose(.timedOut(.reply)) }
        }
        try socket.start(
            on: loop,
            onReadable: { [weak self] in self?.readable() },
            onBroken: { [weak self] in self?.lose(.connectionLost(isCommitInDoubt: true)) })
    }

    private func readable() {
        let isAlive = socket.consume()
        while isBusy {
            switch socket.next() {
            case .notYet:
                return isAlive ? () : lose(.connectionLost(isCommitInDoubt: true))
            case .result(let handle):
                receive(handle)
            case .end:
                finish(nil)
            }
        }
        if !isAlive { lose(.connectionLost(isCommitInDoubt: true)) }
    }

    private func receive(_ handle: OpaquePointer) {
        let received = ResultSet(handle, name: "script")
        switch PQresultStatus(handle) {
        case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_EMPTY_QUERY:
            result = received
        case PGRES_FATAL_ERROR:
            error = error ?? .server(ServerError(handle, statement: "script"))
        default:
            lose(.misuse("COPY is not for scripts"))
        }
    }

    private func finish(_ error: PostgresError?) {
        self.error = self.error ?? error
        isBusy = false
        replied.wake()
    }

    private func lose(_ error: PostgresError) {
        socket.close()
        if isBusy { finish(error) }
    }
}
