public import EventLoops

/// Decides when batches leave, and with which commands. It queues commands, sends them with as many drivers
/// as batches may be in flight, and ends waits that last too long.
@usableFromInline final class BatchScheduler {
    @usableFromInline typealias Send = (_ batch: [any CommandGroup]) async -> Void

    /// How long larger batches of other shards may go first.
    private static let lingerMilliseconds = 20

    private let limits: CoalescerLimits
    private let isSharded: Bool
    private let mixesShards: () -> Bool
    private let tracing: BatchTracing?
    private var queue = CommandQueue()
    private var idleDrivers: [UnsafeContinuation<Void, Never>] = []
    private var batchesInFlight = 0
    private var commandsInFlight = 0
    private var shardsInFlight: Set<Int> = []
    @usableFromInline private(set) var isClosed = false
    private var pace = CommandPace()
    private var isWatchingDeadlines = false
    private var deadlines: LoopTimer!

    /// - Parameters:
    ///   - isSharded: whether each group is of one shard; a batch then is too, and a shard has one batch in
    ///     flight.
    ///   - mixesShards: whether batches are of all shards together for now, few at a time.
    ///   - tracing: nil unless traces are exported.
    @usableFromInline init(
        limits: CoalescerLimits, isSharded: Bool, mixesShards: @escaping () -> Bool, tracing: BatchTracing?,
        on loop: isolated EventLoop
    ) throws(EventLoopError) {
        self.limits = limits
        self.isSharded = isSharded
        self.mixesShards = mixesShards
        self.tracing = tracing
        deadlines = try loop.timer { [weak self] in self?.failOverdue() }
    }

    /// Sends batches until it is closed.
    ///
    /// - Parameter send: says with `enter` what is in flight, and with `leave` when it is not any more.
    @usableFromInline func start(on loop: isolated EventLoop, sending send: @escaping Send) {
        for _ in 0..<limits.batchesInFlightMax {
            Task.immediate(priority: EventLoop.taskPriority) {
                await drive(on: loop, send)
            }
        }
    }

    @usableFromInline var commandCount: Int { queue.commandCount }

    @usableFromInline func enqueue(_ group: any CommandGroup) {
        watchDeadlines()
        if tracing != nil { group.submitter = BatchTracing.submitter }
        group.origin = ChangeOrigins.ofRequest
        queue.append(group)
        if !idleDrivers.isEmpty { wakeDriver() }
    }

    /// Fails what waits; nothing more is sent.
    func close() {
        isClosed = true
        queue.failAll()
        deadlines.stop()
        for driver in idleDrivers { driver.resume() }
        idleDrivers = []
    }

    private func drive(on loop: isolated EventLoop, _ send: Send) async {
        while !isClosed {
            guard isWorthABatch else {
                await withUnsafeContinuation { idleDrivers.append($0) }
                continue
            }
            let batch = takeBatch()
            if let tracing { await tracing.run(batch, send) } else { await send(batch) }
            let count = batch.reduce(0) { $0 + $1.count }
            pace.batchEnded(of: count, moreWait: queue.commandCount > 0)
            if limits.pauseMilliseconds > 0 { try? await loop.sleep(milliseconds: limits.pauseMilliseconds) }
            if batch.count > 1 { await gather(on: loop) }
        }
    }

    /// Commands that fit into the next batch, or into other shards' batches beside it, are always accepted.
    /// More are accepted only while a quarter of the maximum wait is enough at the current pace, which may
    /// get worse. Above that a caller is refused at once, not after the whole wait.
    @usableFromInline func isInTime(_ commands: Int) -> Bool {
        queue.commandCount < limits.batchCommandsMax * (isSharded ? limits.batchesInFlightMax : 1)
            || pace.milliseconds(for: queue.commandCount + commands) <= limits.waitMilliseconds / 4
    }

    /// Whether a batch that leaves now is of one shard.
    private var goesByShard: Bool { isSharded && !mixesShards() }

    /// Beside others in flight a batch leaves once it is as large as they are. While one waits for the disk
    /// the next is on its way, and batches stay large. A shard's batch only waits for that shard's. A batch
    /// of all shards waits for several nodes in sequence, and leaves at half the size.
    private var isWorthABatch: Bool {
        guard !goesByShard else { return queue.hasGroup(besides: shardsInFlight) }
        if isSharded, batchesInFlight >= limits.mixedBatchesInFlightMax { return false }
        let weight = queue.commandCount * batchesInFlight * (isSharded ? 2 : 1)
        return queue.commandCount > 0 && weight >= commandsInFlight
    }

    private func takeBatch() -> [any CommandGroup] {
        guard goesByShard else { return queue.takeBatch(commandsMax: limits.batchCommandsMax) }
        let patience = limits.waitMilliseconds - Self.lingerMilliseconds
        return queue.takeBatch(
            commandsMax: limits.batchCommandsMax, besides: shardsInFlight,
            due: MonotonicInstant.now.adding(milliseconds: patience))
    }

    /// Waits briefly for clients that were just answered. A client that waits for each reply sends its next
    /// command right after it. It would miss the batch that leaves now and wait for all of it, and every
    /// batch would carry half of the clients.
    ///
    /// It lasts only while each poll of the sockets brings more and the batch isn't full: it never waits
    /// for commands that don't come.
    private func gather(on loop: isolated EventLoop) async {
        var depth = -1
        while queue.commandCount > depth, queue.commandCount < limits.batchCommandsMax, !isClosed {
            depth = queue.commandCount
            try? await loop.sleep(milliseconds: 0)
        }
    }

    /// A batch is in flight.
    ///
    /// - Returns: its shard, if it is the only one.
    @usableFromInline func enter(_ batch: [any CommandGroup], commands: Int) -> Int? {
        let shard = goesByShard ? batch[0].shard : nil
        batchesInFlight += 1
        commandsInFlight += commands
        guard let shard else { return nil }
        shardsInFlight.insert(shard)
        // After a while of mixed batches several shards may wait.
        wakeDriver()
        return shard
    }

    @usableFromInline func leave(_ shard: Int?, commands: Int) {
        batchesInFlight -= 1
        commandsInFlight -= commands
        if let shard { shardsInFlight.remove(shard) }
    }

    /// Has another batch leave, if there is one worth it.
    @usableFromInline func wakeDriver() {
        if isWorthABatch { idleDrivers.popLast()?.resume() }
    }

    /// Answers those who have waited too long; a batch already in flight goes on without them.
    private func failOverdue() {
        let next = queue.failOverdue(at: .now)
        isWatchingDeadlines = next != nil
        if let next { deadlines.start(afterMilliseconds: max(1, next.milliseconds(since: .now) + 1)) }
    }

    /// One timer for all: the first in the queue is the first to be overdue.
    private func watchDeadlines() {
        guard !isWatchingDeadlines else { return }
        isWatchingDeadlines = true
        deadlines.start(afterMilliseconds: limits.waitMilliseconds)
    }
}
