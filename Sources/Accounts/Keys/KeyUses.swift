internal import EventLoops
internal import FoundationEssentials
internal import Postgres
internal import Store
internal import Values

/// Writes down when API keys were last used: behind the replies, those of a while in one statement, each key
/// once a minute.
final class KeyUses {
    private static let microsecondsBetween: Int64 = 60_000_000
    /// Further uses within this of the first are written together.
    private static let gatherMilliseconds = 1_000

    private let pool: PostgresPool
    private let signal = AsyncSignal()
    /// When each was last noted.
    private var noted: [UUID: Timestamp] = [:]
    private var unwritten: [UUID: Timestamp] = [:]
    private var isClosed = false

    init(pool: PostgresPool, on loop: isolated EventLoop) {
        self.pool = pool
        Task.immediate(priority: EventLoop.taskPriority) { await run(on: loop) }
    }

    /// - Parameter id: of a key that exists: others would take room.
    func note(_ id: UUID, at now: Timestamp) {
        if let last = noted[id] {
            let elapsed = now.microsecondsSince1970 - last.microsecondsSince1970
            if (0..<Self.microsecondsBetween).contains(elapsed) { return }
        }
        noted[id] = now
        unwritten[id] = now
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
        // A failed write is repeated with the key's next use.
        if (try? await pool.run(StampAPIKeys(uses))) == nil {
            for id in uses.keys { noted[id] = nil }
        }
    }
}
