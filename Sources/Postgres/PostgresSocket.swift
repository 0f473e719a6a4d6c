internal import CLibpq
internal import EventLoops

/// One libpq connection that never blocks its loop: making it, writing when the socket takes more, reading
/// when it has.
final class PostgresSocket {
    let handle: OpaquePointer
    private let rotation: HostRotation
    private let warnings = WarningInbox()
    private(set) var isOpen = true
    private var reading: FileWatch?
    private var writing: FileWatch?

    private init(_ handle: OpaquePointer, _ rotation: HostRotation) {
        self.handle = handle
        self.rotation = rotation
        warnings.listen(to: handle)
    }

    deinit {
        if isOpen { PQfinish(handle) }
    }

    /// Calls `onReadable` when the server has sent something, and `onBroken` when what we send can't leave.
    func start(
        on loop: isolated EventLoop, onReadable: @escaping () -> Void, onBroken: @escaping () -> Void
    ) throws(PostgresError) {
        let descriptor = PQsocket(handle)
        writing = try loopResource { () throws(EventLoopError) in
            try loop.watch(descriptor, for: .write) { [weak self] in
                if self?.flush() == false { onBroken() }
            }
        }
        reading = try loopResource { () throws(EventLoopError) in
            try loop.watch(descriptor, for: .read, onReadable)
        }
        reading?.start()
    }

    /// Whether a loop's connections wait for what the server sends next.
    func setAwaited(_ isAwaited: Bool) {
        reading?.setUrgent(isAwaited)
    }

    /// Sends what the socket takes, the rest when it takes more; false when the connection is gone.
    func flush() -> Bool {
        guard isOpen else { return false }
        switch PQflush(handle) {
        case 0: writing?.stop()
        case 1: writing?.start()
        default: return false
        }
        return true
    }

    /// Takes in what has arrived; false when the connection is gone.
    func consume() -> Bool {
        guard isOpen, PQconsumeInput(handle) == 1 else { return false }
        return writing?.isActive == true ? flush() : true
    }

    /// The next result that is wholly there; nil when more must arrive first.
    enum Next {
        case result(OpaquePointer)
        /// libpq's null: the end of one command's results.
        case end
        case notYet
    }

    func next() -> Next {
        guard isOpen, PQisBusy(handle) == 0 else { return .notYet }
        return PQgetResult(handle).map { .result($0) } ?? .end
    }

    /// The server's warnings since this was last called.
    func takeWarnings() -> [ServerWarning] {
        warnings.takeAll()
    }

    var isInTransaction: Bool {
        isOpen && PQtransactionStatus(handle) != PQTRANS_IDLE
    }

    var errorText: String {
        Self.errorText(handle)
    }

    /// The server has fallen silent: the next connection tries another host first.
    func passOver() {
        rotation.pass(handle)
    }

    func close() {
        guard isOpen else { return }
        isOpen = false
        reading = nil
        writing = nil
        PQfinish(handle)
    }
}

extension PostgresSocket {
    /// Connects. Looking a host's name up is the one step that libpq does not do without blocking.
    ///
    /// - Throws: `.cannotConnect`, `.timedOut(.connection)`.
    static func connect(
        _ configuration: PostgresConfiguration, rotation: HostRotation, on loop: isolated EventLoop
    ) async throws(PostgresError) -> PostgresSocket {
        guard let handle = startConnecting(rotation.keywords(settings: configuration.settings)) else {
            throw .cannotConnect("out of memory")
        }
        let socket = PostgresSocket(handle, rotation)
        do throws(PostgresError) {
            try await socket.finishConnecting(configuration, on: loop)
        } catch {
            if error.isSilence { socket.passOver() }
            throw error
        }
        return socket
    }

    private func finishConnecting(
        _ configuration: PostgresConfiguration, on loop: isolated EventLoop
    ) async throws(PostgresError) {
        PQsetErrorVerbosity(handle, PQERRORS_VERBOSE)
        let deadline = MonotonicInstant.now.adding(milliseconds: configuration.connectMillisecondsMax)
        var next = PQstatus(handle) == CONNECTION_BAD ? PGRES_POLLING_FAILED : PGRES_POLLING_WRITING
        while next != PGRES_POLLING_OK {
            if next == PGRES_POLLING_FAILED { throw .cannotConnect(errorText) }
            let readiness = try Readiness(
                of: PQsocket(handle), for: next == PGRES_POLLING_READING ? .read : .write, on: loop)
            guard await readiness.wait(until: deadline) else { throw .timedOut(.connection) }
            next = PQconnectPoll(handle)
        }
        guard PQsetnonblocking(handle, 1) == 0 else { throw .cannotConnect(errorText) }
        if let settings = configuration.settingsQuery(ofTransaction: false) {
            try await begin(with: settings, until: deadline, on: loop)
        }
        PQsetErrorVerbosity(handle, PQERRORS_DEFAULT)
    }

    private static func startConnecting(_ keywords: [(String, String)]) -> OpaquePointer? {
        withCStrings(keywords.map(\.0)) { names in
            withCStrings(keywords.map(\.1)) { values in
                PQconnectStartParams(names, values, 0)
            }
        }
    }

    private static func errorText(_ handle: OpaquePointer) -> String {
        ConnectFailure(verbose: String(cString: PQerrorMessage(handle))).text
    }
}

private func withCStrings<Result>(
    _ strings: [String], _ body: ([UnsafePointer<CChar>?]) -> Result
) -> Result {
    let copies = strings.map { string in
        let utf8 = string.utf8CString
        let copy = UnsafeMutableBufferPointer<CChar>.allocate(capacity: utf8.count)
        _ = copy.initialize(from: utf8)
        return copy
    }
    defer { for copy in copies { copy.deallocate() } }
    return body(copies.map { UnsafePointer($0.baseAddress) } + [nil])
}
