internal import Batching
internal import Crypto
internal import EventLoops
internal import FoundationEssentials
internal import Links
internal import Postgres
internal import Store
internal import Values

/// Writes one loop's taps, and how its claims found what they found, in batches behind the replies' back.
///
/// Bounded as clicks are, out of the same allowance; a crash may lose the last moment's.
final class TapRecorder {
    struct Limits {
        var queueTapsMax = 8_192
        /// Rows of statistics that may wait, which many claims share.
        var claimRowsMax = 4_096
        /// A tap follows its click by longer than that takes to be stored.
        var gatherMilliseconds = 60
        var attemptsMax = 3
        var pauseMilliseconds = 1_000
        var closeMilliseconds = 1_000
    }

    private let pool: PostgresPool
    private let clock: DatabaseClock
    private let storage: ClickStorage
    private let limits: Limits
    private let log: @Sendable (LogLine) -> Void
    private var taps: [UUID: TapRecord] = [:]
    private var claims = ClaimTallies()
    private var gathering: LoopTimer!
    private var isScheduled = false
    private var isFlushing = false
    private var isClosed = false

    init(
        pool: PostgresPool, clock: DatabaseClock, storage: ClickStorage, limits: Limits = Limits(),
        log: @escaping @Sendable (LogLine) -> Void, on loop: isolated EventLoop
    ) throws(EventLoopError) {
        self.pool = pool
        self.clock = clock
        self.storage = storage
        self.limits = limits
        self.log = log
        gathering = try loop.timer { [weak self] in
            Task.immediate(priority: EventLoop.taskPriority) { await self?.flush(on: loop) }
        }
    }

    /// The first tap of a click counts.
    func record(_ tap: TapRecord) {
        guard !isClosed, taps[tap.clickID] == nil, taps.count < limits.queueTapsMax,
            storage.admit(bytes: Tap.storedBytes, at: .now)
        else { return }
        taps[tap.clickID] = tap
        schedule()
    }

    func count(_ claim: ClaimSums) {
        guard !isClosed else { return }
        claims.add(claim, rowsMax: limits.claimRowsMax)
        schedule()
    }

    private func schedule() {
        guard !isScheduled else { return }
        isScheduled = true
        gathering.start(afterMilliseconds: limits.gatherMilliseconds)
    }

    /// Accepts nothing more, and writes what waits while there is time.
    func close(on loop: isolated EventLoop) async {
        isClosed = true
        gathering.stop()
        let deadline = MonotonicInstant.now.adding(milliseconds: limits.closeMilliseconds)
        while isFlushing, .now < deadline { try? await loop.sleep(milliseconds: 5) }
        if !isFlushing { await write(on: loop) }
    }

    private func flush(on loop: isolated EventLoop) async {
        guard !isClosed else { return }
        isFlushing = true
        isScheduled = false
        await write(on: loop)
        isFlushing = false
    }

    private func write(on loop: isolated EventLoop) async {
        let (taps, claims) = (Array(taps.values), claims.rows)
        self.taps = [:]
        self.claims = ClaimTallies()
        // Apart: together they would lock rows of statistics in two orders.
        if !taps.isEmpty {
            await persist(on: loop) { () throws(PostgresError) in try await store(taps) }
        }
        if !claims.isEmpty {
            await persist(on: loop) { () throws(PostgresError) in
                try await pool.run(RelaxDurability(), AddClaims(claims))
            }
        }
    }

    private func persist(
        on loop: isolated EventLoop, _ work: () async throws(PostgresError) -> Void
    ) async {
        for attempt in 1...limits.attemptsMax {
            do throws(PostgresError) {
                return try await work()
            } catch {
                guard attempt < limits.attemptsMax, !isClosed, error != .closed else {
                    return log(LogLine(.warning, "taps or claims not counted", error.logFields))
                }
                try? await loop.sleep(milliseconds: limits.pauseMilliseconds)
            }
        }
    }

    /// A click's first tap is its redirect. For clicks that an install may still claim, its data is kept.
    /// The clicks limit how much can be kept.
    private func store(_ taps: [TapRecord]) async throws(PostgresError) {
        let now = clock.now
        let firstID = UUID(firstAt: now.adding(seconds: -ClaimSearch.windowSeconds))
        let (_, tapped) = try await pool.run(
            RelaxDurability(), MarkTapped(taps.map(\.clickID), firstID: firstID))
        let open = Set(tapped.filter(\.isOpen).map(\.id))
        let today = clock.zone.day(of: now)
        let redirects = tapped.compactMap { click in
            click.code.map {
                LinkClicks(code: $0, day: today, platform: click.platform.family, redirects: 1)
            }
        }
        guard !tapped.isEmpty else { return }
        try await pool.run(
            RelaxDurability(), InsertTaps(taps.filter { open.contains($0.clickID) }), AddLinkClicks(redirects)
        )
    }
}
