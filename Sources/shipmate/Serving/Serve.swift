internal import API
internal import Accounts
internal import Batching
internal import Crypto
internal import EmbeddedPostgres
internal import EventLoops
internal import FoundationEssentials
internal import Glibc
internal import HTTP
internal import Ledger
internal import Migrations
internal import Postgres
internal import Service
internal import TraceExport

/// `shipmate serve`: the database first and stopped last, the service in between.
struct Serve {
    /// How often it is looked whether every loop has come to its database, and when they may answer without.
    private static let (readyPauseMilliseconds, readyMilliseconds) = (5, 10_000)
    /// The default time for proxies to send requests elsewhere.
    private static let drainMillisecondsDefault = 5_000
    /// How long a kept connection without requests may still get one: nearly all clients are notified in
    /// this time.
    private static let idleGraceMilliseconds = 1_000

    var configuration: Configuration
    /// Bring an older schema up to date first.
    let migrates: Bool
    /// Where the URL is written once users are served.
    var readyPath: String?
    /// Print settings, migrations and advice, too.
    var isVerbose = false

    /// Takes the socket first: its port is in the links of the example profile.
    func run() async throws {
        let readyFile = try readyPath.map(ReadyFile.prepare)
        if isVerbose { Console.complain("shipmate \(ProductVersion.current)\n\(configuration)") }
        let socket = try listeningSocket()
        var serve = self
        serve.configuration.http.port = socket.port
        try await serve.run(on: socket, readyFile)
    }

    /// From the socket to the end. The order is that of the parts' dependence.
    private func run(on socket: ListeningSocket, _ readyFile: ReadyFile?) async throws {
        let logFiles = LogFiles()
        let (files, words) = (try RereadFiles(configuration), try configuration.mailTemplates())
        let disposable = try DisposableList(configuration)
        _ = try configuration.identityProviders()
        let breached = try configuration.breachedList()
        let group = try EventLoopGroup(count: configuration.loops)
        defer { group.stop() }
        for loop in group.loops { try await loop.checkResumption() }
        let outgoing = try Outgoing()
        let running = Locked<EmbeddedPostgres?>(nil)
        let signals = Signals { Self.stopNow(running.withLock { $0 }) }
        try await signals.listen(on: group.loops[0])
        let postgres = try configuration.startEmbeddedDatabase(report: Console.report)
        running.withLock { $0 = postgres }
        defer { postgres?.stop() }
        readyFile?.clear()
        guard let urls = postgres?.urls ?? configuration.database.source.urls else { return }
        let supervision = try await supervise(postgres, on: group.loops[0])
        let keys = try configuration.ledgerKeys(makesMissing: true)
        let rootKey = try configuration.rootKey(makesMissing: true)
        let log = try LogSink(descriptor: STDOUT_FILENO, minimum: configuration.logMinimum)
        let room = configuration.waitingRoom(at: socket, on: group.loops[0])
        let wait = DatabaseWait(room: room, log: log, signals: signals, loop: group.loops[0])
        guard let ready = try await prepare(urls, isOurs: postgres != nil, keys, rootKey, wait) else {
            await end(wait, outgoing)
            return await stop(supervision, on: group.loops[0])
        }
        for remark in ready.remarks { log.write(LogLine(.info, remark)) }
        let steps = configuration.setup(
            isLedgerSealed: keys != nil, areSecretsWrapped: ready.secrets.isWrapped)
        if isVerbose { for step in steps where !step.isDone { log.write(LogLine(.info, step.words)) } }
        if rootKey != nil,
            let advice = Configuration.advice(onSecrets: ready.secrets.isWrapped, hasRootKey: true)
        {
            log.write(LogLine(.warning, advice))
        }
        for remark in files.remarks { log.write(LogLine(.warning, remark)) }
        let network = NetworkWarning(log: log)
        let needs = try configuration.networkNeeds(urls) + configuration.networkNeeds(ready.webhooks)
        try BlockingPool(workers: 1, queueMax: 1).submit {
            network.look(at: needs)
        } orElse: {
        }
        let (database, loops) = configuration.shared(ready.database, by: group.loops)
        let mail = try configuration.mails(through: outgoing.client, at: url)
        let traces = configuration.telemetry.traces
        let api = try configuration.api(
            database, files: files, ledgerKeys: keys, disposable: disposable.mail, mail: (mail, words),
            identities: configuration.identities(on: group.loops[0]), receivers: outgoing.receivers, log: log,
            traces: traces
        ) {
            (postgres?.warnings ?? []) + (keys == nil ? [Configuration.unsealed] : []) + network.warnings
        } setup: {
            steps
        }
        let shared = try SharedServices(
            secrets: ready.secrets, zone: ready.zone, breached: breached?.passwords(tellingTo: log) ?? .empty,
            causes: CauseGuard(keys: keys, isEnforced: ready.areCausesProved) { log.write($0) })
        let server = try await APIServer(api, shared: shared, socket: socket, loops: loops)
        let exporter = outgoing.export(traces, of: loops, by: configuration.telemetry, log: log)
        await disposable.watch(on: group.loops[0], log)
        let reread = Reread(
            configuration: configuration, server: server, log: log, logFiles: logFiles, files: files)
        try await serve(reread, socket, readyFile, welcome(steps), wait)
        await exporter?.stop()
        await outgoing.stop()
        await stop(supervision, on: group.loops[0])
    }

    private func serve(
        _ reread: Reread, _ socket: ListeningSocket, _ readyFile: ReadyFile?, _ welcome: Welcome,
        _ wait: DatabaseWait
    ) async throws {
        var (reread, failure): (Reread, (any Error)?) = (reread, nil)
        let server = reread.server
        do {
            try await start(server, readyFile, welcome, wait)
            while await wait.signals.next() == .readAgain { await reread.run() }
        } catch {
            failure = error
        }
        readyFile?.remove(url)
        await wait.room.close()
        Console.report("stopping: finishing requests in flight; a second signal stops at once")
        await server.stop(drainTimes(socket))
        if let failure { throw failure }
    }

    /// At an inherited socket the next process accepts, so requests needn't go elsewhere.
    private func drainTimes(_ socket: ListeningSocket) -> DrainTimes {
        let accepting =
            configuration.drainMilliseconds ?? (socket.isInherited ? 0 : Self.drainMillisecondsDefault)
        return DrainTimes(
            acceptingMilliseconds: accepting, idleMilliseconds: Self.idleGraceMilliseconds,
            timeoutMilliseconds: configuration.shutdownTimeoutMilliseconds)
    }

    /// Requests in flight are lost, but no acknowledged write.
    private static func stopNow(_ postgres: EmbeddedPostgres?) {
        Console.report("stopping at once")
        postgres?.stop()
        _exit(1)
    }

    /// Brings the schema up to date where that is asked for, and checks what the service needs, as soon as
    /// there is a database.
    ///
    /// - Parameter isOurs: of an embedded database, which is ours alone, the schema is always kept current.
    /// - Returns: nil if the process was asked to stop meanwhile.
    private func prepare(
        _ urls: DatabaseURLs, isOurs: Bool, _ keys: LedgerKeys?, _ rootKey: RootKey?, _ wait: DatabaseWait
    ) async throws -> Startup.Ready? {
        let startup = try startup(urls, keys, rootKey)
        if migrates || isOurs {
            let owner = try configuration.ownerPostgres(urls)
            let reached: Void? = try await wait.until { loop throws(Startup.Refusal) in
                try await Startup.reach(owner, on: loop)
            }
            guard reached != nil else { return nil }
            try await Migrate(configuration, isBrief: !isVerbose).run(urls, on: wait.loop)
        }
        return try await wait.until { loop throws(Startup.Refusal) in try await startup.run(on: loop) }
    }

    private func end(_ wait: DatabaseWait, _ outgoing: Outgoing) async {
        Console.report("stopping: nothing was served yet")
        await wait.room.close()
        await outgoing.stop()
        await wait.log.finish()
    }

    private func startup(
        _ urls: DatabaseURLs, _ keys: LedgerKeys?, _ rootKey: RootKey?
    ) throws -> Startup {
        Startup(
            database: try configuration.servicePostgres(urls),
            listening: try configuration.listeningPostgres(), migrator: Migrator(Migrations.all),
            allowsUnsafeDatabase: configuration.database.isUnsafeAllowed, ledgerKeys: keys,
            rootKey: rootKey, timeZone: configuration.timeZone)
    }

    private var url: String { LiveCheck(configuration.http).url }

    /// Accepts, and reports the address, once every loop serves: an earlier request could be answered 503.
    /// Earlier connections wait at the socket, but not for a database that has gone again.
    private func start(
        _ server: APIServer, _ readyFile: ReadyFile?, _ welcome: Welcome, _ wait: DatabaseWait
    ) async throws {
        let since = MonotonicInstant.now
        while !(await server.isReady()) {
            if wait.signals.isStopAsked { return }
            try await wait.loop.sleep(milliseconds: Self.readyPauseMilliseconds)
            if MonotonicInstant.now.milliseconds(since: since) > Self.readyMilliseconds {
                try await wait.room.open(awaiting: Startup.Awaited.database.description)
            }
        }
        await wait.room.leave()
        try await server.start()
        try readyFile?.write(welcome.url)
        Console.complain(welcome.description)
        await wait.room.close()
    }

    private func welcome(_ steps: [SetupStep]) -> Welcome {
        Welcome(
            url: url, data: configuration.dataInWords, links: configuration.linksInWords, steps: steps,
            command: CommandLine.arguments.first ?? "shipmate")
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

    /// An embedded database that dies meanwhile is started again.
    private func supervise(
        _ postgres: EmbeddedPostgres?, on loop: isolated EventLoop
    ) throws -> LoopLocal<PostgresSupervision> {
        let supervision = LoopLocal<PostgresSupervision>()
        supervision.set(try postgres?.supervise(on: loop), on: loop)
        return supervision
    }

    private func stop(_ supervision: LoopLocal<PostgresSupervision>, on loop: isolated EventLoop) {
        supervision.value(on: loop)?.stop()
    }
}
