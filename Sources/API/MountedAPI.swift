package import Batching
package import EventLoops
package import HTTP
internal import JSON
internal import Pages
package import Service
internal import Tracing

/// The whole service of one app on one loop, without a socket: for a server of several apps.
package final class MountedAPI {
    package let services: Services
    package let router: Router
    /// The recurring work, which the caller runs.
    package let rounds: [any Recurring]

    private let operations: Operations

    /// - Parameter other: one with the same routes, whose description serves for this one too.
    package init(
        _ configuration: APIConfiguration, shared: SharedServices, like other: MountedAPI?,
        on loop: isolated EventLoop
    ) throws {
        Texts.prepare()
        let metrics = ServiceMetrics()
        var operations = Operations(
            services: [metrics], exchanges: [ExchangeMetrics()], connections: { .none },
            buffers: { (0, 0) }, passwordQueueDepth: { shared.passwordQueueDepth },
            log: configuration.log, warnings: configuration.warnings, setAside: shared.setAside,
            setup: configuration.setup)
        if let other { operations.document = other.operations.document }
        services = try Services(configuration.services, shared: shared, metrics: metrics, on: loop)
        let routes = Routes(
            services: services, operations: operations, limits: configuration.limits,
            pictures: QRPictureWork(queueMax: configuration.limits.picturesQueueMax),
            added: configuration.added)
        let all = routes.all
        if other == nil { operations.document.publish(routes.document(of: all)) }
        self.operations = operations
        router = routes.router(of: all, with: configuration.elsewhere(services))
        let mails = configuration.mails
        rounds = services.rounds(inWordsOf: { mails.write($0, of: $1) }, on: loop)
    }

    package func close(on loop: isolated EventLoop) async {
        await services.close(on: loop)
    }
}
