internal import EventLoops
internal import Postgres
internal import Store
internal import Values

/// Records the hours in which bearer issuers' tokens were used: behind the replies, those of a while in one
/// statement.
final class ExternalIDUseWriter {
    /// Further uses within this of the first are written together.
    private static let gatherMilliseconds = 1_000
    /// While the database is away, more than this are not kept.
    private static let unwrittenMax = 50_000

    private let pool: PostgresPool
    private let signal = AsyncSignal()
    private var unwritten: [UserID: Timestamp] = [:]
    private var isClosed = false

    init(pool: PostgresPool, on loop: isolated EventLoop) {
        self.pool = pool
        Task.immediate(priority: EventLoop.taskPriority) { await run(on: loop) }
    }

    /// - Parameter hour: the start of the hour.
    func note(_ uid: UserID, at hour: Timestamp) {
        guard unwritten[uid] != nil || unwritten.count < Self.unwrittenMax else { return }
        unwritten[uid] = max(unwritten[uid] ?? hour, hour)
        if unwritten.count == 1 { signal.send() }
    }

    /// Writes what is left, while the pool is still open.
    func close() async {
        isClosed = true
        signal.send()
        await write()
    }

    private func run(on loop: isolated EventLoop) async {
        while !isClosed {
            await signal.wait()
            guard !isClosed, (try? await loop.sleep(milliseconds: Self.gatherMilliseconds)) != nil
            else { return }
            await write()
        }
    }

    private func write() async {
        let uses = unwritten
        unwritten = [:]
        guard !uses.isEmpty else { return }
        if (try? await pool.run(StampExternalIDUses(uses))) == nil {
            for (uid, hour) in uses { note(uid, at: hour) }
        }
    }
}
