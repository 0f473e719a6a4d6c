package import EventLoops

/// Hears `NOTIFY` on some channels through a connection of its own, which it makes again whenever it is lost.
///
/// Notifications during a lost connection are lost. `onConnected` is the moment to reload, and `isFresh`
/// tells whether cached data can be trusted. It lives in its loop's isolation, until `close`.
package final class PostgresListener {
    private static let heartbeatMilliseconds = 1_000

    private let configuration: PostgresConfiguration
    private let rotation: HostRotation
    private let channels: [String]
    private let onConnected: () -> Void
    private let onNotification: (_ channel: String, _ payload: String) -> Void
    private let onClock: (ClockReading) -> Void
    private let pause: Pause
    private let done = Waiting()
    private var connection: PostgresConnection?
    private var confirmedAt: MonotonicInstant?
    private var isClosing = false
    private var isDone = false

    /// - Parameters:
    ///   - configuration: of a server that takes writes; a standby does not `LISTEN`.
    ///   - onConnected: called each time all channels are listened to again.
    ///   - onClock: told the server's time at each heartbeat, the first before `onConnected`.
    package init(
        configuration: PostgresConfiguration, channels: [String], on loop: isolated EventLoop,
        onConnected: @escaping () -> Void,
        onNotification: @escaping (_ channel: String, _ payload: String) -> Void,
        onClock: @escaping (ClockReading) -> Void = { _ in }
    ) throws(PostgresError) {
        self.configuration = configuration
        rotation = HostRotation(configuration.parameters)
        self.channels = channels
        self.onConnected = onConnected
        self.onNotification = onNotification
        self.onClock = onClock
        pause = try Pause(on: loop)
        Task.immediate(priority: EventLoop.taskPriority) {
            _ = loop
            await listen(on: loop)
        }
    }

    /// Whether the server answered lately (`freshMillisecondsMax`): nothing said before that was missed.
    package var isFresh: Bool {
        guard let confirmedAt, connection?.isOpen == true else { return false }
        return MonotonicInstant.now.milliseconds(since: confirmedAt) <= configuration.freshMillisecondsMax
    }

    package func close(on loop: isolated EventLoop) async {
        guard !isClosing else { return }
        isClosing = true
        connection?.close()
        pause.wake()
        if !isDone { await done.wait { !isDone } }
    }

    private func listen(on loop: isolated EventLoop) async {
        var backoff = Backoff(milliseconds: configuration.reconnectBackoffMilliseconds)
        while !isClosing {
            do throws(PostgresError) {
                let connection = try await PostgresConnection.connect(
                    configuration, rotation: rotation, on: loop)
                try await begin(on: connection, loop)
                try await keepAlive(connection, &backoff)
            } catch {}
            connection?.close()
            connection = nil
            confirmedAt = nil
            if !isClosing { await pause.wait(milliseconds: backoff.nextMilliseconds()) }
        }
        isDone = true
        done.wake()
    }

    private func begin(
        on connection: PostgresConnection, _ loop: isolated EventLoop
    ) async throws(PostgresError) {
        self.connection = connection
        connection.onNotification = onNotification
        try await confirm(connection, after: channels.map(Self.listen))
        Task.immediate(priority: EventLoop.taskPriority) {
            _ = loop
            await connection.waitUntilLost()
            pause.wake()
        }
        onConnected()
    }

    /// Answered as `ReadClock` is.
    private static let heartbeatSQL = "SELECT clock_timestamp() AS heartbeat"
    private static var heartbeat: Query { Query(name: "heartbeat", sql: heartbeatSQL) }

    private static func listen(to channel: String) -> Query {
        let parts = channel.split(separator: "\"", omittingEmptySubsequences: false)
        let sql = "LISTEN \"\(parts.joined(separator: "\"\""))\""
        return Query(name: sql, sql: sql)
    }

    /// Asks for an answer each second. A server or a network that fell silent shows in no other way.
    private func keepAlive(
        _ connection: PostgresConnection, _ backoff: inout Backoff
    ) async throws(PostgresError) {
        while connection.isOpen && !isClosing {
            await pause.wait(milliseconds: Self.heartbeatMilliseconds)
            if isClosing { return }
            try await confirm(connection)
            backoff.reset()
        }
    }

    /// The answer is good for two things: that the server is there, and what time it is.
    private func confirm(
        _ connection: PostgresConnection, after listening: [Query] = []
    ) async throws(PostgresError) {
        let since = MonotonicInstant.now
        let results = try await connection.perform(
            listening + [Self.heartbeat], commits: false,
            timeoutMilliseconds: configuration.heartbeatMillisecondsMax)
        var dealer = ResultDealer(results, skipping: listening.count)
        for time in try dealer.rows(of: ReadClock.self) {
            onClock(ClockReading(time: time, sent: since, received: .now))
        }
        confirmedAt = since
    }
}
