package import EventLoops

/// Sends commands of one kind in batches: whatever queued while the last batch was in flight goes as the next
/// one.
///
/// Idle, a command leaves as soon as the events at hand have been read: no timer, no added latency. A command
/// that breaks its batch is found by splitting, and fails alone.
package final class Coalescer<Command, Reply: Sendable, Refusal: ServiceError> {
    package typealias Outcome = Result<Reply, Refusal>

    /// Runs one batch in one transaction; an outcome for each command, in order.
    package typealias Run = ([Command]) async throws(BatchError<Refusal>) -> [Outcome]

    private let limits: CoalescerLimits
    private let run: Run
    private let observe: (_ batchCommands: Int) -> Void
    private var queue = CommandQueue<Command, Reply, Refusal>()
    private var idleDrivers: [UnsafeContinuation<Void, Never>] = []
    private var batchesInFlight = 0
    private var commandsInFlight = 0
    private var isClosed = false
    private var isWatchingDeadlines = false
    private var deadlines: LoopTimer!

    /// - Parameters:
    ///   - loop: the loop that every command comes from.
    ///   - observe: told of each batch's size.
    package init(
        limits: CoalescerLimits, on loop: isolated EventLoop, observe: @escaping (Int) -> Void = { _ in },
        run: @escaping Run
    ) throws(EventLoopError) {
        self.limits = limits
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
        queue.commandCount
    }

    /// Queues commands together, and waits until each has its outcome or the wait is over.
    package func submit(_ commands: [Command]) async -> [Outcome] {
        guard !commands.isEmpty else { return [] }
        guard !isClosed, queue.commandCount + commands.count <= limits.queueCommandsMax else {
            return commands.map { _ in .failure(.unavailable) }
        }
        let deadline = MonotonicInstant.now.adding(milliseconds: limits.waitMilliseconds)
        return await withUnsafeContinuation { continuation in
            watchDeadlines()
            queue.append(CommandGroup(commands, deadline: deadline, continuation: continuation))
            if isWorthABatch { idleDrivers.popLast()?.resume() }
        }
    }

    package func submit(_ command: Command) async -> Outcome {
        await submit([command])[0]
    }

    /// Fails what waits and accepts nothing more.
    package func close() {
        isClosed = true
        queue.failAll()
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
            let batch = queue.takeBatch(commandsMax: limits.batchCommandsMax)
            await send(batch)
            if batch.count > 1 { await gather(on: loop) }
        }
    }

    /// Beside others in flight a batch leaves once it is as large as they are: while one waits for the disk
    /// the next is on its way, and the batches stay large.
    private var isWorthABatch: Bool {
        queue.commandCount > 0 && queue.commandCount * batchesInFlight >= commandsInFlight
    }

    /// Lets those who were just answered come back. A client that waits for each reply sends its next command
    /// right after it; it would miss the batch that leaves now and wait for all of it, and every batch would
    /// carry half of the clients.
    ///
    /// It lasts only while each look at the sockets brings more: nobody waits for what doesn't come.
    private func gather(on loop: isolated EventLoop) async {
        var depth: Int
        repeat {
            depth = queue.commandCount
            try? await loop.sleep(milliseconds: 0)
        } while queue.commandCount > depth && queue.commandCount < limits.batchCommandsMax && !isClosed
    }

    private func send(_ batch: [CommandGroup<Command, Reply, Refusal>]) async {
        let commands = batch.flatMap(\.commands)
        observe(commands.count)
        batchesInFlight += 1
        commandsInFlight += commands.count
        defer {
            batchesInFlight -= 1
            commandsInFlight -= commands.count
        }
        var outcomes = await outcomes(of: commands)[...]
        for group in batch {
            group.finish(Array(outcomes.prefix(group.commands.count)))
            outcomes = outcomes.dropFirst(group.commands.count)
        }
    }

    private func outcomes(of commands: [Command]) async -> [Outcome] {
        do throws(BatchError<Refusal>) {
            return try await run(commands)
        } catch {
            guard error != .unavailable, commands.count > 1 else {
                return commands.map { _ in .failure(error.reason) }
            }
            let half = commands.count / 2
            let first = await outcomes(of: Array(commands[..<half]))
            return first + (await outcomes(of: Array(commands[half...])))
        }
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

/// Why a whole batch failed.
package enum BatchError<Refusal: ServiceError>: Error, Equatable {
    /// The database is away: splitting would not help.
    case unavailable
    /// Something in the batch was refused; alone, its command gets this.
    case refused(Refusal)

    var reason: Refusal {
        switch self {
        case .unavailable: .unavailable
        case .refused(let reason): reason
        }
    }
}
