package import Batching
internal import Crypto
package import EventLoops
package import Postgres
internal import Store

/// The kinds of foreign password hashes that a process knows of; none go, so that it is enough to add.
package final class ForeignSchemes: Sendable {
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
        let mirror = TableMirror(on: loop)
        notifications.onConnected { [self] in
            mirror.refresh { () throws(PostgresError) in
                try await pool.run(ListPasswordSchemes())
            } _: { [self] in
                add($0.compactMap(ForeignScheme.init))
            }
        }
    }
}
