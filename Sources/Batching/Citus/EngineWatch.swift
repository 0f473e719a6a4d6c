package import EventLoops
package import Postgres

/// Detects that tables were distributed over Citus' nodes while this process runs with statements for one
/// PostgreSQL. All callers then get 503 until it restarts.
package final class EngineWatch {
    private static let pauseMilliseconds = 1_000

    private let pool: PostgresPool
    /// Of one loop alone.
    private let log: ((LogLine) -> Void)?
    private var isLooking = false

    package init(
        _ pool: PostgresPool, hearing notifications: Notifications, on loop: isolated EventLoop,
        log: @escaping (LogLine) -> Void
    ) {
        self.pool = pool
        self.log = loop.index == 0 ? log : nil
        guard pool.configuration.engine == .postgres else { return }
        let look = { [weak self] in
            Task.immediate(priority: EventLoop.taskPriority) {
                _ = loop
                await self?.look(on: loop)
            }
        }
        notifications.listen(to: DatabaseEngine.channel) { _ in _ = look() }
        notifications.onConnected { _ = look() }
    }

    /// Until it knows: where tables are being spread, they are locked.
    private func look(on loop: isolated EventLoop) async {
        guard !isLooking else { return }
        isLooking = true
        defer { isLooking = false }
        while true {
            do throws(PostgresError) {
                guard try await DatabaseEngine.found(through: pool) == .citus else { return }
                log?(LogLine(.error, "the tables were distributed over Citus' nodes: restart this process"))
                return await pool.close(on: loop)
            } catch {
                if error == .closed { return }
                try? await loop.sleep(milliseconds: Self.pauseMilliseconds)
            }
        }
    }
}
