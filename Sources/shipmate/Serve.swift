internal import API
internal import EventLoops
internal import FoundationEssentials
internal import Glibc
internal import Migrations
internal import Postgres
internal import Service

/// `shipmate serve`: the database first and stopped last, the service in between.
struct Serve {
    let configuration: Configuration
    /// Bring an older schema up to date first.
    let migrates: Bool

    func run() async throws {
        Console.complain("shipmate \(Shipmate.version)\n\(configuration)")
        let socket = try listeningSocket()
        let postgres = try configuration.startEmbeddedDatabase(report: Console.report)
        defer { postgres?.stop() }
        guard let urls = postgres?.urls ?? configuration.database.source.urls else { return }
        let group = try EventLoopGroup(count: configuration.loops)
        defer { group.stop() }
        // The embedded database is nobody else's, so its schema is ours to keep current.
        if migrates || postgres != nil { try await Migrate(configuration).run(urls, on: group.loops[0]) }
        try await serve(urls, socket, group, supervising: postgres)
    }

    private func serve(
        _ urls: DatabaseURLs, _ socket: ListeningSocket, _ group: EventLoopGroup,
        supervising postgres: EmbeddedPostgres?
    ) async throws {
        let keys = try await Startup(
            database: try configuration.servicePostgres(urls), migrator: Migrator(Migrations.all),
            allowsUnsafeDatabase: configuration.database.isUnsafeAllowed
        ).run(on: group.loops[0])
        let log = try LogSink(descriptor: STDOUT_FILENO, minimum: configuration.logMinimum)
        let server = try await APIServer(
            try configuration.api(urls, log: log),
            shared: try SharedServices(keys: keys, passwordWorkers: EventLoopGroup.processorCount),
            socket: socket, loops: group.loops)
        Console.complain(Welcome(url: url(of: socket)).description)
        try await waitForSignal(supervising: postgres, on: group.loops[0])
        Console.report("stopping: finishing what is in flight")
        await server.stop(timeoutMilliseconds: configuration.shutdownTimeoutMilliseconds)
    }

    private func listeningSocket() throws(ListeningSocket.Failure) -> ListeningSocket {
        let environment = ProcessInfo.processInfo.environment
        if let inherited = try ListeningSocket.inherited(from: environment) { return inherited }
        return try .bind(host: configuration.http.host, port: configuration.http.port)
    }

    private func url(of socket: ListeningSocket) -> String {
        let host = configuration.http.host
        return "http://\(host.contains(":") ? "[\(host)]" : host):\(socket.port)"
    }

    /// Until SIGTERM or SIGINT; an embedded database that dies meanwhile is started again.
    private func waitForSignal(
        supervising postgres: EmbeddedPostgres?, on loop: isolated EventLoop
    ) async throws {
        let supervision = try postgres?.supervise(on: loop)
        defer { supervision?.stop() }
        var watches: [SignalWatch] = []
        try await withUnsafeThrowingContinuation { (continuation: UnsafeContinuation<Void, any Error>) in
            var waiting: UnsafeContinuation<Void, any Error>? = continuation
            do throws(EventLoopError) {
                for signal in [SIGTERM, SIGINT] {
                    let watch = try loop.watch(signal: signal) {
                        waiting?.resume()
                        waiting = nil
                    }
                    watches.append(watch)
                }
            } catch {
                waiting?.resume(throwing: error)
                waiting = nil
            }
        }
        watches.removeAll()
    }
}
