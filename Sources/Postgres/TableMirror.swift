package import EventLoops

/// Has one loop read a table again whenever it may have changed, until a reading has succeeded or the pool is
/// closed. A reading that began before the last change is dropped.
package final class TableMirror {
    private static let pauseMilliseconds = 100

    private let start: (@escaping () async -> Void) -> Void
    private let pause: () async -> Bool
    private var changes = 0

    package init(on loop: isolated EventLoop) {
        start = { body in
            Task.immediate(priority: EventLoop.taskPriority) {
                _ = loop
                await body()
            }
        }
        pause = { (try? await loop.sleep(milliseconds: Self.pauseMilliseconds)) != nil }
    }

    /// The table may have changed, by what was heard or by what may have been missed.
    ///
    /// - Parameter adopt: takes over what was read, if nothing has changed since.
    package func refresh<Rows>(
        by read: @escaping () async throws(PostgresError) -> Rows, _ adopt: @escaping (Rows) -> Void
    ) {
        changes += 1
        let change = changes
        start { [self] in
            while change == changes {
                do throws(PostgresError) {
                    let rows = try await read()
                    if change == changes { adopt(rows) }
                    return
                } catch {
                    guard error != .closed, await pause() else { return }
                }
            }
        }
    }
}
