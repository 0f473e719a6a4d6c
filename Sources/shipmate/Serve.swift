internal import API
internal import EventLoops
internal import FoundationEssentials
internal import Glibc
internal import Migrations
internal import Postgres
internal import Referrals
internal import Service

/// `shipmate serve`: the database first and stopped last, the service in between.
struct Serve {
    let configuration: Configuration
    /// Bring an older schema up to date first.
    let migrates: Bool

    func run() async throws {
        Console.complain("shipmate \(ProductVersion.current)\n\(configuration)")
        let profile = try configuration.appProfile()
        let socket = try listeningSocket()
        let group = try EventLoopGroup(count: configuration.loops)
        defer { group.stop() }
        let termination = Termination()
        try await termination.listen(on: group.loops[0])
        let postgres = try configuration.startEmbeddedDatabase(report: Console.report)
        defer { postgres?.stop() }
        guard let urls = postgres?.urls ?? configuration.database.source.urls else { return }
        let supervision = try await supervise(postgres, on: group.loops[0])
        // The embedded database is nobody else's, so its schema is ours to keep current.
        if migrates || postgres != nil { try await Migrate(configuration).run(urls, on: group.loops[0]) }
        try await serve(urls, profile, socket, group, until: termination)
        await stop(supervision, termination, on: group.loops[0])
    }

    private func serve(
        _ urls: DatabaseURLs, _ profile: AppProfile?, _ socket: ListeningSocket, _ group: EventLoopGroup,
        until termination: Termination
    ) async throws {
        let secrets = try await Startup(
            database: try configuration.servicePostgres(urls), migrator: Migrator(Migrations.all),
            allowsUnsafeDatabase: configuration.database.isUnsafeAllowed
        ).run(on: group.loops[0])
        let log = try LogSink(descriptor: STDOUT_FILENO, minimum: configuration.logMinimum)
        let server = try await APIServer(
            try configuration.api(urls, profile: profile, log: log),
            shared: try SharedServices(secrets: secrets, passwordWorkers: EventLoopGroup.processorCount),
            socket: socket, loops: group.loops)
        Console.complain(Welcome(url: url(of: socket)).description)
        await termination.wait()
        Console.report("stopping: finishing what is in flight")
        await server.stop(timeoutMilliseconds: configuration.shutdownTimeoutMilliseconds)
    }

    /// Without rate limits the service is for this machine alone, also on a socket that it was given.
    private struct Unlimited: Error, CustomStringConvertible {
        let description = "SHIPMATE_RATE_LIMITS is off, and the inherited socket is not a loopback one"
    }

    private func listeningSocket() throws -> ListeningSocket {
        let environment = ProcessInfo.processInfo.environment
        if let inherited = try ListeningSocket.inherited(from: environment) {
            guard configuration.rates.isLimited || inherited.isLoopback else { throw Unlimited() }
            return inherited
        }
        return try .bind(host: configuration.http.host, port: configuration.http.port)
    }

    private func url(of socket: ListeningSocket) -> String {
        let host = configuration.http.host
        return "http://\(host.contains(":") ? "[\(host)]" : host):\(socket.port)"
    }

    /// An embedded database that dies meanwhile is started again.
    private func supervise(
        _ postgres: EmbeddedPostgres?, on loop: isolated EventLoop
    ) throws -> LoopLocal<PostgresSupervision> {
        let supervision = LoopLocal<PostgresSupervision>()
        supervision.set(try postgres?.supervise(on: loop), on: loop)
        return supervision
    }

    private func stop(
        _ supervision: LoopLocal<PostgresSupervision>, _ termination: Termination, on loop: isolated EventLoop
    ) {
        supervision.value(on: loop)?.stop()
        termination.stopListening(on: loop)
    }
}
