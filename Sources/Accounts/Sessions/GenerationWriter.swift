internal import Crypto
internal import EventLoops
internal import FoundationEssentials
internal import Postgres
internal import Store
internal import Values

/// Records which generations of sessions were seen: this process knows at once, the database behind the
/// replies, in one statement for those of a second.
final class GenerationWriter {
    private static let gatherMilliseconds = 1_000
    /// While the database is away, more than this are not kept.
    private static let unwrittenMax = 50_000

    private let pool: PostgresPool
    private let seen: SeenGenerations
    private let signal = AsyncSignal()
    private var unwritten: [UUID: SessionGeneration] = [:]
    private var isClosed = false

    init(pool: PostgresPool, seen: SeenGenerations, on loop: isolated EventLoop) {
        self.pool = pool
        self.seen = seen
        Task.immediate(priority: EventLoop.taskPriority) { await run(on: loop) }
    }

    /// A session's first tokens have no predecessors, and are not noted.
    func note(_ claims: AccessClaims) {
        guard claims.generation > 0 else { return }
        let generation = SessionGeneration(
            uid: UserID(claims.uid), sid: claims.sid, number: claims.generation)
        guard seen.note(generation) else { return }
        keep(generation)
    }

    func hasSeen(_ generation: Int32, of sid: UUID) -> Bool {
        seen.hasSeen(generation, of: sid)
    }

    /// Writes what is left, while the pool is still open.
    func close() async {
        isClosed = true
        signal.send()
        await write()
    }

    private func keep(_ generation: SessionGeneration) {
        if let other = unwritten[generation.sid], other.number >= generation.number { return }
        guard unwritten[generation.sid] != nil || unwritten.count < Self.unwrittenMax else { return }
        unwritten[generation.sid] = generation
        if unwritten.count == 1 { signal.send() }
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
        let generations = Array(unwritten.values)
        unwritten = [:]
        guard !generations.isEmpty else { return }
        if (try? await pool.run(SeeGenerations(generations))) == nil { generations.forEach(keep) }
    }
}
