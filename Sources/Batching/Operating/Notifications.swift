package import EventLoops
package import Postgres

/// Notifications between processes through the database, received on this loop's one connection for them.
///
/// Listeners register before `start`. Notifications during a lost connection are lost: `onConnected` is the
/// moment to reload, and `isFresh` tells whether cached data can be trusted.
package final class Notifications {
    private var hearers: [String: (_ payload: String) -> Void] = [:]
    private var onConnected: [() -> Void] = []
    private var listener: PostgresListener?

    package init() {}

    /// Whether nothing said up to a second and a half ago was missed.
    package var isFresh: Bool { listener?.isFresh ?? false }

    /// - Parameter hear: called with each notification on the channel, which has no other listener.
    package func listen(to channel: String, _ hear: @escaping (_ payload: String) -> Void) {
        precondition(listener == nil && hearers[channel] == nil)
        hearers[channel] = hear
    }

    /// - Parameter action: done each time that all channels are listened to again.
    package func onConnected(_ action: @escaping () -> Void) {
        precondition(listener == nil)
        onConnected.append(action)
    }

    /// - Parameters:
    ///   - configuration: of a server that takes writes; a standby does not `LISTEN`.
    ///   - clock: set by each answer.
    package func start(
        _ configuration: PostgresConfiguration, setting clock: DatabaseClock, on loop: isolated EventLoop
    ) throws(PostgresError) {
        let (hearers, onConnected) = (self.hearers, self.onConnected)
        listener = try PostgresListener(
            configuration: configuration, channels: hearers.keys.sorted(), on: loop,
            onConnected: { for action in onConnected { action() } },
            onNotification: { channel, payload in hearers[channel]?(payload) },
            onClock: { clock.follow($0) })
    }

    package func close(on loop: isolated EventLoop) async {
        await listener?.close(on: loop)
    }
}
