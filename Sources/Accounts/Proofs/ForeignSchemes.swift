package import Batching
internal import Crypto
package import EventLoops
package import Postgres
internal import Store

/// The kinds of foreign password hashes that a process knows of; none go, so that it is enough to add.
package final class ForeignSchemes: Sendable {
    private static let retryMilliseconds = 200

    private let known = Locked<Set<ForeignScheme>>([])

    var all: Set<ForeignScheme> { known.withLock { $0 } }

    func add(_ schemes: [ForeignScheme]) {
        known.withLock { $0.formUnion(schemes) }
    }

    /// Learns what there is whenever it is connected, and what comes.
    package func follow(
        _ pool: PostgresPool, hearing notifications: Notifications, on loop: isolated EventLoop
    ) {
        notifications.listen(to: Channels.passwordSchemes) { [self] scheme in
            if let scheme = ForeignScheme(scheme) { add([scheme]) }
        }
        notifications.onConnected { [self] in
            Task.immediate(priority: EventLoop.taskPriority) {
                _ = loop
                await load(from: pool, on: loop)
            }
        }
    }

    /// Again until it has: each connection has a reading of its own, and they agree.
    private func load(from pool: PostgresPool, on loop: isolated EventLoop) async {
        while true {
            do throws(PostgresError) {
                return add(try await pool.run(ListPasswordSchemes()).compactMap(ForeignScheme.init))
            } catch {
                if error == .closed { return }
            }
            guard (try? await loop.sleep(milliseconds: Self.retryMilliseconds)) != nil else { return }
        }
    }
}
