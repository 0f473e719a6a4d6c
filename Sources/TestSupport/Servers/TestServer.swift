package import API
package import Accounts
package import Batching
package import Console
package import Crypto
package import Delivery
package import EventLoops
internal import FoundationEssentials
internal import Glibc
package import HTTP
package import Invitations
internal import LegacyAPI
package import Limits
package import Links
internal import Migrations
package import Pages
internal import Postgres
package import Referrals
internal import Rewards
internal import Service
package import Tracing
internal import WebClient

/// The whole service, as `serve` runs it, on two loops and a fresh database of the schema; ended with `with`.
package struct TestServer: Sendable {
    package let database: TestDatabase
    package let port: UInt16
    package let loops: [EventLoop]
    package let log: TestLog
    private let api: APIServer
    private let group: EventLoopGroup

    /// A test's options.
    package struct Options: Sendable {
        package var limits = RateLimits.off
        package var tokenNames = TokenNames.standard
        package var coalescer = CoalescerLimits()
        package var http = HTTPLimits()
        package var api = APILimits()
        package var hasLegacyAPI = true
        package var console = ConsoleConfiguration()
        /// The changes that need a second operator.
        package var approvals: Set<ApprovalScope> = []
        /// The programme's.
        package var timeZone = "UTC"
        /// Sites with scripts that may read replies.
        package var crossOrigin = CrossOrigin.off
        package var loops = 2
        /// To its PostgreSQL, of each loop: as few as serve two transactions beside each other.
        package var connectionsPerLoop = 2
        /// Whether no other test has a server meanwhile: for those that look at the clock.
        package var isAlone = false
        /// With time for a loaded machine; false where silence must be noticed as `serve` does.
        package var isPatient = true
        /// How long PostgreSQL's replies may take, instead of what follows from these.
        package var replyMilliseconds: Int?
        /// The app that links stand on; nil disables links.
        package var profile: AppProfile?
        /// Where its mails go; nil where none do.
        package var mailServer: TestMailServer?
        package var mails = MailWriter()
        /// Missing steps, as the start page lists them.
        package var setup: [SetupStep] = []
        /// The identity providers.
        package var providers: [IdentityProvider] = []
        /// The exported traces; nil for none.
        package var traces: Traces?
        /// Passwords that are refused.
        package var breached = BreachedPasswords.empty
        /// The stored part of clicks on links.
        package var clicks = ClickStorage()
        package var delivery = DeliveryConfiguration()
        /// Origins of webhooks beside public ones.
        package var webhookAllowed = "http://127.0.0.1:*"
        /// How long a password may wait to be hashed.
        package var passwordWaitMilliseconds = 8_000
        /// The target of log lines; by default a file of the server's own. In both cases it must be free of
        /// secrets.
        package var log: TestLog?

        /// Where its PostgreSQL may be, instead of the database's own cluster alone.
        package var hosts: [String] = []
        /// Where it hears notifications, when that is elsewhere.
        package var listeningHost: String?

        /// For tests that look at the clock.
        package static var alone: Options {
            var options = Options()
            options.isAlone = true
            options.passwordWaitMilliseconds = 800
            return options
        }

        /// Patient, since a loaded machine is no fault of the code under test.
        package init() {
            coalescer.waitMilliseconds = 8_000
            http.handlerTimeoutMilliseconds = 10_000
        }
    }

    /// Runs `body` with a server of its own.
    package static func with<Value>(
        _ options: Options = Options(), _ body: (TestServer) async throws -> Value
    ) async throws -> Value {
        try await TestDatabase.withSchema(alone: options.isAlone) { database in
            let secrets = TestSecrets.count
            let server = try await start(on: database, options)
            let result: Result<Value, any Error>
            do { result = .success(try await body(server)) } catch { result = .failure(error) }
            await server.stop()
            try server.checkLog(secretsSince: secrets, showsErrors: options.log == nil)
            return try result.get()
        }
    }

    /// Another server beside those that use `database` already; the caller stops it.
    package static func start(
        on database: TestDatabase, _ options: Options = Options()
    ) async throws -> TestServer {
        let group = try EventLoopGroup(count: options.loops)
        let socket = try ListeningSocket.bind(host: "127.0.0.1", port: 0)
        let hosts = options.hosts.isEmpty ? "" : " host=" + options.hosts.joined(separator: ",")
        let postgres = try servicePostgres(database.url + hosts, options)
        // The test cluster forgoes durability to be quick.
        let listening = try options.listeningHost.map {
            try servicePostgres("\(database.url) host=\($0)", options)
        }
        // The test's time begins when the server is ready, however long a loaded machine takes.
        let ready = try await Startup(
            database: postgres.withPatience(of: .patient(postgres.parameters)), listening: listening,
            migrator: Migrator(Migrations.all),
            allowsUnsafeDatabase: true, timeZone: options.timeZone
        ).run(on: group.loops[0])
        let reached = ready.database.withPatience(of: postgres)
        let file = try options.log ?? TestLog()
        let log = try LogSink(descriptor: file.descriptor, minimum: .debug)
        var services = ServiceConfiguration(
            database: reached, listening: listening, coalescer: options.coalescer,
            limits: options.limits, tokenNames: options.tokenNames, profile: options.profile,
            clicks: options.clicks, delivery: try delivery(options, on: group.loops[0]),
            mail: mail(options, port: socket.port, on: group.loops[0]),
            identities: IdentityConfiguration(
                providers: options.providers,
                keys: IssuerKeyCache(fetchingBy: WebClient(on: group.loops[0]), on: group.loops[0])),
            log: { log.write($0) })
        services.approvals.scopes = options.approvals
        let api = try await APIServer(
            APIConfiguration(
                services: services, http: options.http, limits: options.api,
                added: options.hasLegacyAPI ? [LegacyRoutes()] : [],
                elsewhere: AdminConsole(options.console).routes,
                crossOrigin: options.crossOrigin, log: log, traces: options.traces, mails: options.mails,
                setup: { options.setup }),
            shared: try SharedServices(
                secrets: ready.secrets, zone: ready.zone, passwordWorkers: 2,
                passwordWaitMilliseconds: options.passwordWaitMilliseconds, breached: options.breached),
            socket: socket, loops: group.loops)
        let server = TestServer(
            database: database, port: socket.port, loops: group.loops, log: file, api: api, group: group)
        try await server.startWhenReady()
        return server
    }

    private static func delivery(
        _ options: Options, on loop: EventLoop
    ) throws -> DeliveryConfiguration {
        var delivery = options.delivery
        let client = WebClient(on: loop, limits: SendingConfiguration.limits)
        delivery.sending = SendingConfiguration(
            client, allowed: try ReceiverAllowList(options.webhookAllowed), userAgent: "Shipmate/test")
        return delivery
    }

    private static func mail(
        _ options: Options, port: UInt16, on loop: EventLoop
    ) -> MailConfiguration? {
        guard let server = options.mailServer else { return nil }
        let mailbox = MailServer(host: "127.0.0.1", port: Int(server.port), security: .none, login: nil)
        return MailConfiguration(
            .server(mailbox, WebClient(on: loop)), from: MailBox.sender,
            publicURL: "http://127.0.0.1:\(port)",
            operatorEmail: EmailAddress("operator@example.com")
        )
    }

    package func stop(_ times: DrainTimes = DrainTimes(timeoutMilliseconds: 2000)) async {
        await api.stop(times)
        group.stop()
    }

    /// Every test of a server is one of its log: it has nothing that a test keeps secret.
    package func checkLog(secretsSince secrets: Int, showsErrors: Bool = true) throws {
        let text = try log.text
        let found = TestSecrets.found(in: Array(text.utf8), since: secrets)
        guard found.isEmpty else { throw TestCluster.Failure(description: "secrets in the log: \(found)") }
        guard showsErrors else { return }
        for line in text.split(separator: "\n") where line.contains(#""level":"error""#) {
            let bytes = Array((line + "\n").utf8)
            _ = write(STDERR_FILENO, bytes, bytes.count)
        }
    }

    package var routes: [RouteSummary] { api.routes }

    package func replace(profile: AppProfile) async {
        await api.replace(profile: profile, crossOrigin: .off)
    }

    package var client: TestClient {
        get throws { try TestClient(port: port) }
    }

    /// A new API key, made as `shipmate keys create` makes one.
    package func key(_ scope: APIKey.Scope, lifetimeSeconds: Int64? = nil) async throws -> String {
        let key = try await withOwnerPool {
            try await KeyService(pool: $0).create(
                scope, name: "test", lifetimeSeconds: lifetimeSeconds, actor: "test")
        }.get()
        TestSecrets.note(key)
        return key
    }

    package func revoke(key text: String) async throws {
        guard let key = APIKey(text) else { return }
        _ = try await withOwnerPool { try await KeyService(pool: $0).revoke(key.id, actor: "test") }
    }

    /// The token of a new operator's one-time link, as `shipmate operators add` makes it.
    package func invitation(_ email: EmailAddress, as role: OperatorRole) async throws -> String {
        let token = try await withOwnerPool {
            try await OperatorService(pool: $0).add(email, as: role, actor: "test").get()
        }
        TestSecrets.note(token)
        return token
    }

    /// As `shipmate keys rotate-signing` does it; the new key's id.
    package func rotateSigningKey() async throws -> String {
        try await withOwnerPool {
            try await SecretService(pool: $0).rotateSigningKey(actor: "test").get().keyID
        }
    }

    private func withOwnerPool<Value: Sendable>(
        _ body: @escaping @Sendable (PostgresPool) async throws -> Value
    ) async throws -> Value {
        var configuration = PostgresConfiguration.patient(try database.parameters)
        configuration.connectionsPerLoop = 1
        return try await onLoop { [configuration] loop in
            let pool = try PostgresPool(configuration: configuration, on: loop)
            let result: Result<Value, any Error>
            do { result = .success(try await body(pool)) } catch {
                result = .failure(error)
            }
            await pool.close(on: loop)
            return try result.get()
        }
    }

    /// As `serve` does: no connection is accepted before.
    private func startWhenReady() async throws {
        guard await eventually({ await api.isReady() }) else {
            throw TestCluster.Failure(description: "a server never was ready")
        }
        try await api.start()
    }

    /// As `Configuration.servicePostgres` connects, but for the limits.
    private static func servicePostgres(_ url: String, _ options: Options) throws -> PostgresConfiguration {
        var settings = SessionSettings.writing
        settings.others.append(.init("role", "shipmate_service"))
        var postgres = PostgresConfiguration(try ConnectionParameters(url), settings: settings)
        postgres.connectionsPerLoop = options.connectionsPerLoop
        if !options.isAlone {
            postgres.waitMillisecondsMax = 8_000
            postgres.connectMillisecondsMax = 8_000
        }
        if !options.isAlone && options.isPatient { postgres.makePatient() }
        if let most = options.replyMilliseconds { postgres.replyMillisecondsMax = most }
        return postgres
    }

    /// Brings an empty database to the schema.
    package static let migrate: @Sendable (String) async throws -> Void = { url in
        let configuration = PostgresConfiguration.patient(try ConnectionParameters(url))
        let distribution = TestEngine.isCitus ? Distribution(shards: TestEngine.shards) : nil
        try await TestEngine.migrating {
            try await onLoop { loop in
                let session = try await PostgresSession.connect(configuration, on: loop)
                defer { session.close() }
                _ = try await SchemaUpdate(distribution: distribution).run(through: session)
            }
        }
    }
}
