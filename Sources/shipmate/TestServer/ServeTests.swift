internal import API
internal import Batching
internal import Crypto
internal import EmbeddedPostgres
internal import EventLoops
internal import FoundationEssentials
internal import Glibc
internal import HTTP
internal import JSON
internal import Postgres
internal import TestApps

/// `shipmate test-server`: a PostgreSQL of its own, the apps in it, and one socket in front of them.
struct ServeTests {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    static let refusesDatabase = Failure(
        description: "test-server runs a PostgreSQL of its own. Unset DATABASE_URL and libpq's variables")

    private static let kept: Set = [
        "SHIPMATE_LEGACY_API", "SHIPMATE_CORS_ORIGINS", "SHIPMATE_LOG", "SHIPMATE_TIME_ZONE",
    ]

    let options: TestServerOptions
    /// Without a database's address.
    let configuration: Configuration
    private let origins: Set<String>
    private let logMinimum: LogLine.Level?

    /// - Parameter environment: of which only where programs are found counts.
    init(_ options: TestServerOptions, environment: [String: String]) throws {
        guard DatabaseSource(environment: environment).isEmbedded,
            environment["SHIPMATE_DATABASE_OWNER_URL"] == nil, environment["SHIPMATE_LISTEN_URL"] == nil
        else { throw Self.refusesDatabase }
        self.options = options
        var settings = environment.filter { Self.kept.contains($0.key) }
        settings["SHIPMATE_APP_PROFILE"] = options.profile ?? ExampleProfile.name
        settings["SHIPMATE_CHANGES"] = "on"
        settings["SHIPMATE_WEBHOOK_ALLOW"] = "http://127.0.0.1:*,http://localhost:*"
        configuration = try Configuration(environment: settings)
        logMinimum = settings["SHIPMATE_LOG"] == nil ? .error : configuration.logMinimum
        origins = Set(try configuration.readOrigins().map(\.text))
    }

    func run() async throws {
        let readyFile = try options.readyFile.map(ReadyFile.prepare)
        let socket = try ListeningSocket.bind(host: options.listen ?? "127.0.0.1", port: options.port)
        let group = try EventLoopGroup(count: 1)
        defer { group.stop() }
        let loop = group.loops[0]
        let running = Locked<DisposableCluster?>(nil)
        let signals = Signals {
            running.withLock { $0 }?.stop()
            _exit(1)
        }
        try await signals.listen(on: loop)
        let template = TestTemplate()
        let lease = try await template.lend(on: loop)
        let cluster = try DisposableCluster.start(from: template.cluster, report: Console.report)
        lease.end()
        running.withLock { $0 = cluster }
        defer { cluster.stop() }
        let log = try LogSink(descriptor: STDERR_FILENO, minimum: logMinimum)
        let outgoing = try Outgoing()
        let parts = try await parts(
            try template.filling(of: cluster, zone: configuration.timeZone, on: loop), cluster, socket,
            outgoing,
            log)
        try await serve(parts, socket, group, readyFile, log, until: signals) {
            template.cluster.cleanCache()
        }
        await outgoing.stop()
    }

    private func serve(
        _ parts: AppParts, _ socket: ListeningSocket, _ group: EventLoopGroup, _ readyFile: ReadyFile?,
        _ log: LogSink, until signals: Signals, whenReady: () -> Void
    ) async throws {
        let loop = group.loops[0]
        var limits = HTTPLimits()
        limits.bodyBytesMax = configuration.http.batchBodyBytesMax * 4
        let http = HTTPService(
            socket: socket, loops: group.loops, limits: ListenerLimits(connectionsMax: 4_096))
        let tables = LoopLocal<AppTable>()
        try await start(parts, http, limits, tables, on: loop)
        try await http.start()
        let line = try await readyLine(parts.url, tables, on: loop)
        try readyFile?.write(line)
        Console.print(line)
        whenReady()
        let lifetime = TestLifetime(parent: options.parent)
        while !signals.isStopAsked {
            if await lifetime.isOver(calledAt: calledAt(tables, on: loop)) { break }
            try? await Task.sleep(for: .milliseconds(100))
        }
        readyFile?.remove(line)
        await http.drain(DrainTimes(acceptingMilliseconds: 0, idleMilliseconds: 0, timeoutMilliseconds: 500))
        await close(tables, on: loop)
    }

    private func start(
        _ parts: AppParts, _ http: HTTPService, _ limits: HTTPLimits, _ tables: LoopLocal<AppTable>,
        on loop: isolated EventLoop
    ) async throws {
        let table = AppTable(parts, readyMax: options.apps)
        tables.set(table, on: loop)
        try await table.start(on: loop)
        let front = TestFront(table, token: options.token, isOpen: options.listen != nil, origins: origins)
        let server = HTTPServer(
            router: front.router(on: loop), limits: limits, crossOrigin: front.crossOrigin)
        server.front = front.front(on: loop)
        http.install(server, on: loop)
    }

    private func calledAt(
        _ tables: LoopLocal<AppTable>, on loop: isolated EventLoop
    ) -> MonotonicInstant {
        tables.value(on: loop)?.calledAt ?? .now
    }

    private func close(_ tables: LoopLocal<AppTable>, on loop: isolated EventLoop) async {
        await tables.value(on: loop)?.close(on: loop)
        tables.set(nil, on: loop)
    }

    private func readyLine(
        _ url: String, _ tables: LoopLocal<AppTable>, on loop: isolated EventLoop
    ) throws -> String {
        guard let keys = tables.value(on: loop)?.rootKeys else { throw Failure(description: "no app") }
        let line = JSONValue.object([
            JSONMember("url", .string(url + "/")), JSONMember("admin_key", .string(keys.admin)),
            JSONMember("server_key", .string(keys.server)), JSONMember("pid", .integer(Int64(getpid()))),
        ])
        return String(decoding: JSONWriter.bytes(of: line), as: UTF8.self)
    }
}
