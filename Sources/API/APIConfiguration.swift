internal import EventLoops
package import HTTP
internal import JSON
package import Pages
package import Service
package import Tracing

/// The server's configuration from outside.
package struct APIConfiguration: Sendable {
    package var services: ServiceConfiguration
    package var http: HTTPLimits
    package var limits: APILimits
    /// Routes of other modules.
    package var added: [any AddedRoutes]
    /// Routes on all hosts but those of links, by a module that this one doesn't know.
    package var elsewhere: @Sendable (Services) -> [Route]
    /// Sites with scripts that may read replies.
    package var crossOrigin: CrossOrigin
    package var log: LogSink
    /// Whether each request has a line in the log.
    package var logsExchanges: Bool
    /// Nil unless traces are exported.
    package var traces: Traces?
    /// Puts mails into words.
    package var mails: MailWriter
    /// Reads what an operator should know of what the service stands on; `/health/ready` tells it.
    package var warnings: @Sendable () -> [String]
    /// Reads what the service needs before players come; the start page tells it.
    package var setup: @Sendable () -> [SetupStep]

    package init(
        services: ServiceConfiguration, http: HTTPLimits = HTTPLimits(), limits: APILimits = APILimits(),
        added: [any AddedRoutes] = [],
        elsewhere: @escaping @Sendable (Services) -> [Route] = { _ in [] },
        crossOrigin: CrossOrigin = .off, log: LogSink, logsExchanges: Bool = true, traces: Traces? = nil,
        mails: MailWriter = MailWriter(), warnings: @escaping @Sendable () -> [String] = { [] },
        setup: @escaping @Sendable () -> [SetupStep] = { [] }
    ) {
        self.services = services
        self.http = http
        self.limits = limits
        self.added = added
        self.elsewhere = elsewhere
        self.crossOrigin = crossOrigin
        self.log = log
        self.logsExchanges = logsExchanges
        self.traces = traces
        self.mails = mails
        self.warnings = warnings
        self.setup = setup
    }
}

package struct APILimits: Sendable {
    package var connectionsMax: Int
    package var batchBodyBytesMax: Int
    /// Of other calls, which the connection holds; here for apps that ask.
    package var bodyBytesMax: Int
    /// Trusted proxies in front, each of which appends to `X-Forwarded-For`.
    package var forwardedHops: Int
    /// Whether users may post events of their own; else server keys alone.
    package var takesUserEvents: Bool
    /// Pictures of QR codes that may wait to be drawn.
    package var picturesQueueMax: Int

    package init(
        connectionsMax: Int = 10_240, batchBodyBytesMax: Int = 1_048_576, bodyBytesMax: Int = 65_536,
        forwardedHops: Int = 0, takesUserEvents: Bool = true, picturesQueueMax: Int = 64
    ) {
        self.connectionsMax = connectionsMax
        self.batchBodyBytesMax = batchBodyBytesMax
        self.bodyBytesMax = bodyBytesMax
        self.forwardedHops = forwardedHops
        self.takesUserEvents = takesUserEvents
        self.picturesQueueMax = picturesQueueMax
    }

    /// A client behind a trusted proxy has the proxy's address, and doesn't count separately.
    var listener: ListenerLimits {
        ListenerLimits(
            connectionsMax: connectionsMax,
            connectionsPerAddressMax: forwardedHops > 0 ? nil : max(1, connectionsMax / 4))
    }
}
