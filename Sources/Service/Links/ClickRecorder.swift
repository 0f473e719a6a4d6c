internal import EventLoops
internal import Links
internal import Postgres
internal import Store

/// Writes one loop's clicks in batches, behind the replies' back.
///
/// Clicks are worth less than replies: the queue is bounded, what finds no room is dropped and counted, and a
/// crash may lose the last moment's.
final class ClickRecorder {
    struct Limits {
        /// Clicks that may wait; about a hundred bytes each.
        var queueClicksMax = 32_768
        var batchClicksMax = 2_000
        /// How long clicks gather: the fewer the batches, the less each click costs. Whoever names a click
        /// waits for longer.
        var gatherMilliseconds = 30
        /// How often a batch is tried at most, and the pause between.
        var attemptsMax = 5
        var pauseMilliseconds = 1_000
        var closeMilliseconds = 2_000
    }

    struct Counts: Equatable {
        var recorded = 0
        var dropped = 0
    }

    private let pool: PostgresPool
    private let limits: Limits
    private let log: @Sendable (LogLine) -> Void
    private var queue: [Click] = []
    private(set) var counts = Counts()
    private var gathering: LoopTimer!
    private var isScheduled = false
    private var isFlushing = false
    private var isClosed = false

    init(
        pool: PostgresPool, limits: Limits = Limits(), log: @escaping @Sendable (LogLine) -> Void,
        on loop: isolated EventLoop
    ) throws(EventLoopError) {
        self.pool = pool
        self.limits = limits
        self.log = log
        gathering = try loop.timer { [weak self] in
            Task.immediate(priority: EventLoop.taskPriority) {
                await self?.flush(on: loop)
            }
        }
    }

    var queueDepth: Int { queue.count }

    func record(_ click: Click) {
        guard !isClosed, queue.count < limits.queueClicksMax else {
            counts.dropped += 1
            return
        }
        queue.append(click)
        guard !isScheduled else { return }
        isScheduled = true
        gathering.start(afterMilliseconds: limits.gatherMilliseconds)
    }

    /// Accepts nothing more, writes what waits while there is time, and counts the rest as dropped.
    func close(on loop: isolated EventLoop) async {
        isClosed = true
        gathering.stop()
        let deadline = MonotonicInstant.now.adding(milliseconds: limits.closeMilliseconds)
        while isFlushing, .now < deadline { try? await loop.sleep(milliseconds: 5) }
        while !queue.isEmpty, !isFlushing, .now < deadline { await write(takeBatch(), on: loop) }
        drop(queue.count, because: "no time was left")
        queue = []
    }

    /// Writes full batches at once; a smaller rest gathers on.
    private func flush(on loop: isolated EventLoop) async {
        guard !isClosed else { return }
        isFlushing = true
        defer { isFlushing = false }
        repeat { await write(takeBatch(), on: loop) } while queue.count >= limits.batchClicksMax && !isClosed
        isScheduled = !queue.isEmpty && !isClosed
        if isScheduled { gathering.start(afterMilliseconds: limits.gatherMilliseconds) }
    }

    private func takeBatch() -> [Click] {
        let batch = Array(queue.prefix(limits.batchClicksMax))
        queue.removeFirst(batch.count)
        return batch
    }

    private func write(_ batch: [Click], on loop: isolated EventLoop) async {
        guard !batch.isEmpty else { return }
        let statistics = AddLinkClicks(batch.statistics)
        for attempt in 1... {
            do throws(PostgresError) {
                try await pool.run(RelaxDurability(), InsertClicks(batch), statistics)
                counts.recorded += batch.count
                return
            } catch {
                // A commit that was in doubt did hold, and this was its repeat.
                if error.isUniqueViolation(InsertClicks.constraint) {
                    counts.recorded += batch.count
                    return
                }
                guard attempt < limits.attemptsMax, !isClosed, error != .closed else {
                    return drop(batch.count, because: "\(error.logFields["error"] ?? "")")
                }
                try? await loop.sleep(milliseconds: limits.pauseMilliseconds)
            }
        }
    }

    private func drop(_ count: Int, because reason: String) {
        guard count > 0 else { return }
        counts.dropped += count
        log(LogLine(.warning, "clicks dropped", ["count": "\(count)", "error": reason]))
    }
}

extension [Click] {
    /// What they add to statistics; clicks on links without a code are in none.
    fileprivate var statistics: [LinkClicks] {
        compactMap { click in
            click.code.map {
                LinkClicks(
                    code: $0, day: Fingerprinter.day(of: click.at), platform: click.platform.family,
                    clicks: 1, redirects: click.isRedirected ? 1 : 0)
            }
        }
    }
}
