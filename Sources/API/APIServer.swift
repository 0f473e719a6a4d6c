internal import Batching
package import EventLoops
package import HTTP
internal import Invitations
internal import JSON
package import Links
internal import Pages
package import Service
internal import Tracing

/// The whole service, on all loops: one socket in front, on each loop the endpoints and everything they stand
/// on.
package final class APIServer: Sendable {
    private static let gaugesMilliseconds = 1000

    private let loops: [EventLoop]
    private let http: HTTPService
    private let services = LoopLocal<Services>()
    private let servers = LoopLocal<HTTPServer>()
    private let limits: APILimits
    private let pictures: QRPictureWork
    private let added: [any AddedRoutes]
    private let elsewhere: @Sendable (Services) -> [Route]
    private let operations: Operations
    private let log: LogSink
    private let ticks = LoopLocal<LoopTimer>()
    private let accessLogs = LoopLocal<AccessLog>()
    private let table = Locked<[RouteSummary]>([])

    /// Starts everything, but answers no requests until `start`.
    ///
    /// - Parameter loops: all loops of the group; the first keeps house.
    package init(
        _ configuration: APIConfiguration, shared: SharedServices, socket: ListeningSocket, loops: [EventLoop]
    ) async throws {
        self.loops = loops
        Texts.prepare()
        log = configuration.log
        limits = configuration.limits
        pictures = QRPictureWork(queueMax: configuration.limits.picturesQueueMax)
        added = configuration.added
        elsewhere = configuration.elsewhere
        http = HTTPService(
            socket: socket, loops: loops, limits: configuration.limits.listener,
            buffersBytesMax: configuration.http.buffersBytesMax)
        let http = self.http
        operations = Operations(
            services: loops.map { _ in ServiceMetrics() },
            exchanges: loops.map { _ in ExchangeMetrics() }, connections: { http.connections },
            buffers: { http.budget.counts },
            passwordQueueDepth: { shared.passwordQueueDepth },
            log: log, traces: configuration.traces?.counts ?? TraceCounts(), warnings: configuration.warnings,
            setAside: shared.setAside, setup: configuration.setup)
        for loop in loops {
            try await install(configuration, shared, on: loop)
        }
    }

    /// Begins to accept. Earlier connections have waited in the socket's queue.
    package func start() async throws {
        try await http.start()
    }

    /// Whether each loop would find the database, and hears of revocations.
    package func isReady() async -> Bool {
        for loop in loops where await !isReady(on: loop) { return false }
        return true
    }

    private func isReady(on loop: isolated EventLoop) -> Bool {
        services.value(on: loop)?.isReady ?? false
    }

    /// Every route that is served, and who may call it; those of the link hosts for the first prefix alone,
    /// since they are the same under each.
    package var routes: [RouteSummary] {
        table.withLock { $0 }
    }

    /// Says that it ends, accepts nothing more, finishes what is in flight, and closes the connections to the
    /// database.
    package func stop(_ times: DrainTimes) async {
        for loop in loops { await sayThatItEnds(on: loop) }
        await http.drain(times)
        for loop in loops { await close(on: loop) }
        await log.finish()
    }

    private func sayThatItEnds(on loop: isolated EventLoop) {
        services.value(on: loop)?.isEnding = true
    }

    private func install(
        _ configuration: APIConfiguration, _ shared: SharedServices, on loop: isolated EventLoop
    ) throws {
        let tracer = configuration.traces?.tracer(on: loop)
        let services = try Services(
            configuration.services, shared: shared, metrics: operations.services[loop.index],
            tracer: tracer, on: loop)
        self.services.set(services, on: loop)
        let router = router(services, on: loop)
        let metrics = operations.exchanges[loop.index]
        let accessLog = configuration.logsExchanges ? AccessLog(sink: log) : nil
        accessLogs.set(accessLog, on: loop)
        let server = HTTPServer(
            router: router, limits: configuration.http, crossOrigin: configuration.crossOrigin,
            tracer: tracer
        ) { exchange in
            metrics.count(exchange)
            accessLog?.write(exchange)
        }
        http.install(server, on: loop)
        servers.set(server, on: loop)
        try startTicking(services, on: loop)
        if loop.index == 0 {
            let mails = configuration.mails
            services.beginRounds(inWordsOf: { mails.write($0, of: $1) }, on: loop)
        }
    }

    /// Goes on with the app and the origins as they are now. Each loop takes both at once; what it is
    /// answering just then it answers as it began.
    ///
    /// - Parameter profile: nil where links are off, which they stay.
    package func replace(profile: AppProfile?, crossOrigin: CrossOrigin) async {
        for loop in loops { await replace(profile, crossOrigin, on: loop) }
    }

    private func replace(_ profile: AppProfile?, _ crossOrigin: CrossOrigin, on loop: isolated EventLoop) {
        guard let services = services.value(on: loop), let server = servers.value(on: loop) else { return }
        if let profile { services.links.replace(profile) }
        server.router = router(services, on: loop)
        server.crossOrigin = crossOrigin
    }

    private func router(_ services: Services, on loop: isolated EventLoop) -> Router {
        let routes = Routes(
            services: services, operations: operations, limits: limits, pictures: pictures, added: added)
        let all = routes.all
        if loop.index == 0 {
            table.withLock { $0 = routes.summaries(of: all) }
            operations.document.publish(routes.document(of: all))
        }
        return routes.router(of: all, with: elsewhere(services))
    }

    private func startTicking(_ services: Services, on loop: isolated EventLoop) throws(EventLoopError) {
        let timer = try loop.timer { [ticks, accessLogs, log] in
            services.publishGauges()
            accessLogs.value(on: loop)?.handOver()
            log.flush()
            ticks.value(on: loop)?.start(afterMilliseconds: Self.gaugesMilliseconds)
        }
        timer.start(afterMilliseconds: Self.gaugesMilliseconds)
        ticks.set(timer, on: loop)
    }

    private func close(on loop: isolated EventLoop) async {
        ticks.value(on: loop)?.stop()
        ticks.set(nil, on: loop)
        accessLogs.value(on: loop)?.handOver()
        accessLogs.set(nil, on: loop)
        await services.value(on: loop)?.close(on: loop)
        services.set(nil, on: loop)
        servers.set(nil, on: loop)
    }
}
