internal import Batching
internal import EventLoops
internal import Links
internal import Postgres
internal import Store
internal import Values

/// Writes one loop's clicks in batches, behind the replies' back.
///
/// Clicks matter less than replies. The queue is bounded, clicks without room are only counted, and a crash
/// may lose the last moment's.
package final class ClickRecorder {
    struct Limits {
        /// Clicks that may wait; about a hundred bytes each.
        var queueClicksMax = 32_768
        var batchClicksMax = 2_000
        /// Rows of statistics that may wait, which many clicks share.
        var talliesMax = 4_096
        /// How long clicks gather: fewer batches make each click cheaper. A claim that names a click waits
        /// longer for it.
        var gatherMilliseconds = 30
        /// How often a batch is tried at most, and the pause between.
        var attemptsMax = 5
        var pauseMilliseconds = 1_000
        var closeMilliseconds = 2_000
    }

    package struct Counts: Equatable {
        package var recorded = 0
        /// In statistics, and not stored.
        package var counted = 0
        package var dropped = 0
    }

    private struct Batch {
        var clicks: [Click] = []
        var tallies = ClickTallies()

        var isEmpty: Bool { clicks.isEmpty && tallies.clickCount == 0 }
        var count: Int { clicks.count + tallies.clickCount }
    }

    private let storage: ClickStorage
    private let pool: PostgresPool
    /// Of the days in statistics.
    private let zone: ProgrammeZone
    private let limits: Limits
    private let log: @Sendable (LogLine) -> Void
    private var queue: [Click] = []
    private var tallies = ClickTallies()
    private var allowanceBytes = 0
    private(set) var counts = Counts()
    private var gathering: LoopTimer!
    private var isScheduled = false
    private var isFlushing = false
    private var isClosed = false

    init(
        pool: PostgresPool, storage: ClickStorage, zone: ProgrammeZone, limits: Limits = Limits(),
        log: @escaping @Sendable (LogLine) -> Void,
        on loop: isolated EventLoop
    ) throws(EventLoopError) {
        self.pool = pool
        self.storage = storage
        self.zone = zone
        self.limits = limits
        self.log = log
        gathering = try loop.timer { [weak self] in
            Task.immediate(priority: EventLoop.taskPriority) {
                await self?.flush(on: loop)
            }
        }
    }

    var queueDepth: Int { queue.count }

    /// - Parameter mayStore: false for one click too many, which is counted.
    func record(_ click: Click, mayStore: Bool = true) {
        let isStored = mayStore && queue.count < limits.queueClicksMax && admits(click.storedBytes)
        guard !isClosed, isStored || tallies.add(click, in: zone, rowsMax: limits.talliesMax) else {
            counts.dropped += 1
            return
        }
        if isStored { queue.append(click) }
        guard !isScheduled else { return }
        isScheduled = true
        gathering.start(afterMilliseconds: limits.gatherMilliseconds)
    }

    /// Out of the portion that this loop holds, or another one.
    private func admits(_ bytes: Int) -> Bool {
        if allowanceBytes < bytes {
            let portion = max(bytes, storage.portionBytes)
            guard storage.admit(bytes: portion, at: .now) else { return false }
            allowanceBytes += portion
        }
        allowanceBytes -= bytes
        return true
    }

    /// Accepts nothing more, writes what waits while there is time, and counts the rest as dropped.
    func close(on loop: isolated EventLoop) async {
        isClosed = true
        gathering.stop()
        let deadline = MonotonicInstant.now.adding(milliseconds: limits.closeMilliseconds)
        while isFlushing, .now < deadline { try? await loop.sleep(milliseconds: 5) }
        while hasMore, !isFlushing, .now < deadline { await write(takeBatch(), on: loop) }
        drop(queue.count + tallies.clickCount, because: "no time was left")
        queue = []
        tallies = ClickTallies()
    }

    private var hasMore: Bool { !queue.isEmpty || tallies.clickCount > 0 }

    /// Writes full batches at once; a smaller rest gathers on.
    private func flush(on loop: isolated EventLoop) async {
        guard !isClosed else { return }
        isFlushing = true
        defer { isFlushing = false }
        repeat { await write(takeBatch(), on: loop) } while queue.count >= limits.batchClicksMax && !isClosed
        isScheduled = hasMore && !isClosed
        if isScheduled { gathering.start(afterMilliseconds: limits.gatherMilliseconds) }
    }

    private func takeBatch() -> Batch {
        let batch = Batch(clicks: Array(queue.prefix(limits.batchClicksMax)), tallies: tallies)
        queue.removeFirst(batch.clicks.count)
        tallies = ClickTallies()
        return batch
    }

    private func write(_ batch: Batch, on loop: isolated EventLoop) async {
        guard !batch.isEmpty else { return }
        let statistics = AddLinkClicks(
            batch.clicks.compactMap { LinkClicks($0, in: zone) } + batch.tallies.rows)
        for attempt in 1... {
            do throws(PostgresError) {
                try await pool.run(RelaxDurability(), InsertClicks(batch.clicks), statistics)
                return note(batch)
            } catch {
                // A commit that was in doubt did hold, and this was its repeat.
                if error.isUniqueViolation() { return note(batch) }
                guard attempt < limits.attemptsMax, !isClosed, error != .closed else {
                    return drop(batch.count, because: "\(error.logFields["error"] ?? "")")
                }
                try? await loop.sleep(milliseconds: limits.pauseMilliseconds)
            }
        }
    }

    private func note(_ batch: Batch) {
        counts.recorded += batch.clicks.count
        counts.counted += batch.tallies.clickCount
    }

    private func drop(_ count: Int, because reason: String) {
        guard count > 0 else { return }
        counts.dropped += count
        log(LogLine(.warning, "clicks dropped", ["count": "\(count)", "error": reason]))
    }
}
