package import EventLoops
package import Postgres
internal import Store

/// Wakes the readers of all processes after commits that wrote changes, at most every 5 ms.
///
/// It has a connection of its own: `NOTIFY` takes a lock of the whole installation, which no payment may
/// wait for.
package final class ChangeNotifier: Sendable {
    private static let pauseMilliseconds = 5

    /// The loop that it lives on, and whether a commit came after the last notification.
    private let state = Locked<(home: EventLoop?, isDue: Bool)>((nil, false))
    private let senders = LoopLocal<Sender>()

    private final class Sender {
        let configuration: PostgresConfiguration
        var pool: PostgresPool?
        var isClosed = false
        var sentAt = MonotonicInstant(nanoseconds: 0)

        init(_ configuration: PostgresConfiguration) {
            self.configuration = configuration
        }
    }

    package init() {}

    /// Before it, commits are not notified; readers find them at their next poll.
    package func start(_ configuration: PostgresConfiguration, on loop: isolated EventLoop) {
        var own = configuration
        own.connectionsPerLoop = 1
        senders.set(Sender(own), on: loop)
        state.withLock { $0.home = loop }
    }

    /// To be called on any loop after a commit that wrote changes.
    package func note() {
        let home = state.withLock { state -> EventLoop? in
            guard let home = state.home, !state.isDue else { return nil }
            state.isDue = true
            return home
        }
        guard let home else { return }
        Task.immediate(priority: EventLoop.taskPriority) { await self.send(on: home) }
    }

    package func close(on loop: isolated EventLoop) async {
        guard let sender = senders.value(on: loop) else { return }
        state.withLock { $0.home = nil }
        sender.isClosed = true
        await sender.pool?.close(on: loop)
    }

    private func send(on loop: isolated EventLoop) async {
        guard let sender = senders.value(on: loop), !sender.isClosed else { return }
        let pause = Self.pauseMilliseconds - MonotonicInstant.now.milliseconds(since: sender.sentAt)
        if pause > 0 { try? await loop.sleep(milliseconds: pause) }
        state.withLock { $0.isDue = false }
        sender.sentAt = .now
        if sender.pool == nil {
            sender.pool = try? PostgresPool(configuration: sender.configuration, on: loop)
        }
        _ = try? await sender.pool?.run(NotifyChanges())
    }
}
