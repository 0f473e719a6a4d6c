package import EventLoops
package import Values

/// Sends commands of one kind in batches: whatever queued while the last batch was in flight goes as the next
/// one.
///
/// Idle, a command leaves as soon as the events at hand have been read: no timer, no added latency. A command
/// that breaks its batch is found by splitting, and fails alone; one of a user whom somebody else blocks goes
/// apart, and waits alone.
package final class Coalescer<Command, Reply: Sendable, Refusal: ServiceError> {
    package typealias Outcome = Result<Reply, Refusal>

    /// Runs one batch in one transaction; an outcome for each command, in order.
    package typealias Run =
        ([Command], BatchPatience) async throws(BatchError<Refusal>) -> [Outcome]

    /// So long larger batches of other shards may go first.
    private static var lingerMilliseconds: Int { 20 }

    package let limits: CoalescerLimits
    package let run: Run
    package let user: (Command) -> UserID?
    private let shard: ((Command) -> Int)?
    private let mixesShards: () -> Bool
    package let blocked: BlockedUsers
    private let observe: (_ batchCommands: Int) -> Void
    private var queue = CommandQueue<Command, Reply, Refusal>()
    var aside = AsideQueue<Command, Reply, Refusal>()
    var isServingAside = false
    private var idleDrivers: [UnsafeContinuation<Void, Never>] = []
    private var batchesInFlight = 0
    private var commandsInFlight = 0
    private var shardsInFlight: Set<Int> = []
    package private(set) var isClosed = false
    private var pace = CommandPace()
    private var isWatchingDeadlines = false
    private var deadlines: LoopTimer!

    /// - Parameters:
    ///   - loop: the loop that every command comes from.
    ///   - user: whose rows a command needs; nil where they are nobody's yet.
    ///   - shard: where a command's rows are; a batch then is of one shard, and a shard has one batch in
    ///     flight. Nil where all are in one place.
    ///   - mixesShards: whether batches are of all shards together for now, few at a time.
    ///   - blocked: those whose rows somebody else holds.
    ///   - observe: told of each batch's size.
    package init(
        limits: CoalescerLimits, on loop: isolated EventLoop,
        user: @escaping (Command) -> UserID? = { _ in nil }, shard: ((Command) -> Int)? = nil,
        mixesShards: @escaping () -> Bool = { false },
        blocked: BlockedUsers = BlockedUsers(), observe: @escaping (Int) -> Void = { _ in },
        run: @escaping Run
    ) throws(EventLoopError) {
        self.limits = limits
        self.user = user
        self.shard = shard
        self.mixesShards = mixesShards
        self.blocked = blocked
        self.run = run
        self.observe = observe
        deadlines = try loop.timer { [weak self] in self?.failOverdue() }
        for _ in 0..<limits.batchesInFlightMax {
            Task.immediate(priority: EventLoop.taskPriority) {
                await drive(on: loop)
            }
        }
    }

    package var queueDepth: Int {
        queue.commandCount + aside.count
    }

    /// Queues commands together, those of a shard at least, and waits until each has its outcome or the wait
    /// is over.
    package func submit(_ commands: [Command]) async -> [Outcome] {
        guard !commands.isEmpty else { return [] }
        guard !isClosed, queueDepth + commands.count <= limits.queueCommandsMax else {
            return commands.map { _ in .failure(.unavailable) }
        }
        guard isInTime(commands.count) else { return commands.map { _ in .failure(.unavailable) } }
        let deadline = MonotonicInstant.now.adding(milliseconds: limits.waitMilliseconds)
        return await withUnsafeContinuation { continuation in
            watchDeadlines()
            guard let shard else {
                return enqueue(CommandGroup(commands, deadline: deadline, for: .caller(continuation)))
            }
            for group in CommandGroup.groups(of: commands, by: shard, deadline: deadline, continuation) {
                enqueue(group)
            }
        }
    }

    private func enqueue(_ group: CommandGroup<Command, Reply, Refusal>) {
        queue.append(group)
        if !idleDrivers.isEmpty, isWorthABatch { idleDrivers.popLast()?.resume() }
    }

    package func submit(_ command: Command) async -> Outcome {
        await submit([command])[0]
    }

    /// Fails what waits and accepts nothing more.
    package func close() {
        isClosed = true
        queue.failAll()
        aside.failAll()
        deadlines.stop()
        for driver in idleDrivers { driver.resume() }
        idleDrivers = []
    }

    private func drive(on loop: isolated EventLoop) async {
        while !isClosed {
            guard isWorthABatch else {
                await withUnsafeContinuation { idleDrivers.append($0) }
                continue
            }
            let batch = takeBatch()
            await send(batch, on: loop)
            let count = batch.reduce(0) { $0 + $1.commands.count }
            pace.batchEnded(of: count, moreWait: queue.commandCount > 0)
            if limits.pauseMilliseconds > 0 { try? await loop.sleep(milliseconds: limits.pauseMilliseconds) }
            if batch.count > 1 { await gather(on: loop) }
        }
    }

    /// What fits into the next batch, or into those of other shards that leave beside it, is always taken;
    /// more than that only where a quarter of the wait will do, as things go: they may get worse. Past it a
    /// caller is told at once, not after the whole wait.
    private func isInTime(_ commands: Int) -> Bool {
        queue.commandCount < limits.batchCommandsMax * (shard == nil ? 1 : limits.batchesInFlightMax)
            || pace.milliseconds(for: queue.commandCount + commands) <= limits.waitMilliseconds / 4
    }

    /// Whether a batch that leaves now is of one shard.
    private var goesByShard: Bool { shard != nil && !mixesShards() }

    /// Beside others in flight a batch leaves once it is as large as they are: while one waits for the disk
    /// the next is on its way, and the batches stay large. A shard's waits for that shard's alone. One of all
    /// shards has several nodes to wait for, one after the other, and leaves when it is half as large.
    private var isWorthABatch: Bool {
        guard !goesByShard else { return queue.hasGroup(besides: shardsInFlight) }
        if shard != nil, batchesInFlight >= limits.mixedBatchesInFlightMax { return false }
        let weight = queue.commandCount * batchesInFlight * (shard == nil ? 1 : 2)
        return queue.commandCount > 0 && weight >= commandsInFlight
    }

    private func takeBatch() -> [CommandGroup<Command, Reply, Refusal>] {
        guard goesByShard else { return queue.takeBatch(commandsMax: limits.batchCommandsMax) }
        let patience = limits.waitMilliseconds - Self.lingerMilliseconds
        return queue.takeBatch(
            commandsMax: limits.batchCommandsMax, besides: shardsInFlight,
            due: MonotonicInstant.now.adding(milliseconds: patience))
    }

    /// Lets those who were just answered come back. A client that waits for each reply sends its next command
    /// right after it; it would miss the batch that leaves now and wait for all of it, and every batch would
    /// carry half of the clients.
    ///
    /// It lasts only while each look at the sockets brings more, and the batch isn't full: nobody waits for
    /// what doesn't come.
    private func gather(on loop: isolated EventLoop) async {
        var depth = -1
        while queue.commandCount > depth, queue.commandCount < limits.batchCommandsMax, !isClosed {
            depth = queue.commandCount
            try? await loop.sleep(milliseconds: 0)
        }
    }

    private func send(
        _ batch: [CommandGroup<Command, Reply, Refusal>], on loop: isolated EventLoop
    ) async {
        let commands = batch.flatMap { $0.commands }
        observe(commands.count)
        let shard = goesByShard ? batch[0].shard : nil
        enter(commands.count, shard)
        // After a while of mixed batches several shards may wait.
        if shard != nil, isWorthABatch { idleDrivers.popLast()?.resume() }
        guard blocked.isEmpty else {
            leave(commands.count, shard)
            return await sendParts(of: batch, commands, after: nil, on: loop)
        }
        do throws(BatchError<Refusal>) {
            var outcomes = try await run(commands, .usual)[...]
            leave(commands.count, shard)
            for group in batch {
                group.finish(Array(outcomes.prefix(group.commands.count)))
                outcomes = outcomes.dropFirst(group.commands.count)
            }
        } catch {
            // The next need not wait until it is found out which of these fails.
            leave(commands.count, shard)
            if isWorthABatch { idleDrivers.popLast()?.resume() }
            await sendParts(of: batch, commands, after: error, on: loop)
        }
    }

    /// - Parameter shard: the only one of a batch.
    private func enter(_ commandCount: Int, _ shard: Int?) {
        batchesInFlight += 1
        commandsInFlight += commandCount
        if let shard { shardsInFlight.insert(shard) }
    }

    private func leave(_ commandCount: Int, _ shard: Int?) {
        batchesInFlight -= 1
        commandsInFlight -= commandCount
        if let shard { shardsInFlight.remove(shard) }
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
