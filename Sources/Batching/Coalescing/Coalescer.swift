public import EventLoops
public import Values

/// Sends commands of one kind in batches: whatever queued while the last batch was in flight goes as the next
/// one.
///
/// Inlined and public, with what it is made of: Swift 6.3.1 doesn't specialise a generic that is `@inlinable
/// package` for other modules, and each command would look its types up.
///
/// An idle loop sends a command as soon as the events at hand have been read: no timer, no added latency. A
/// command that breaks its batch is found by splitting, and fails alone. A command of a contended user goes
/// apart, and waits alone.
public final class Coalescer<Command, Reply: Sendable, Refusal: ServiceError> {
    public typealias CommandResult = Result<Reply, Refusal>

    /// Runs one batch in one transaction; a result for each command, in order.
    public typealias Run =
        ([Command], LockPolicy) async throws(BatchError<Refusal>) -> [CommandResult]

    @usableFromInline let limits: CoalescerLimits
    @usableFromInline let run: Run
    @usableFromInline let user: (Command) -> UserID?
    @usableFromInline let shard: ((Command) -> Int)?
    @usableFromInline let contended: ContendedUsers
    @usableFromInline let observe: (_ batchCommands: Int) -> Void
    @usableFromInline let scheduler: BatchScheduler
    @usableFromInline var quarantine: QuarantineQueue<Command, Reply, Refusal>
    @usableFromInline var isDrainingQuarantine: Bool

    /// - Parameters:
    ///   - loop: the loop that every command comes from.
    ///   - user: the user whose rows a command needs; nil if they have no user yet.
    ///   - shard: where a command's rows are; a batch then is of one shard, and a shard has one batch in
    ///     flight. Nil where all are on one node.
    ///   - mixesShards: whether batches are of all shards together for now, few at a time.
    ///   - contended: users whose rows another transaction holds.
    ///   - observe: called with each batch's size.
    ///   - tracing: nil unless traces are exported.
    @inlinable public init(
        limits: CoalescerLimits, on loop: isolated EventLoop,
        user: @escaping (Command) -> UserID? = { _ in nil }, shard: ((Command) -> Int)? = nil,
        mixesShards: @escaping () -> Bool = { false },
        contended: ContendedUsers = ContendedUsers(), observe: @escaping (Int) -> Void = { _ in },
        tracing: BatchTracing? = nil, run: @escaping Run
    ) throws(EventLoopError) {
        self.limits = limits
        self.user = user
        self.shard = shard
        self.contended = contended
        self.run = run
        self.observe = observe
        quarantine = QuarantineQueue()
        isDrainingQuarantine = false
        scheduler = try BatchScheduler(
            limits: limits, isSharded: shard != nil, mixesShards: mixesShards, tracing: tracing,
            on: loop)
        scheduler.start(on: loop) { batch in await self.send(batch, on: loop) }
    }

    @inlinable public var queueDepth: Int {
        scheduler.commandCount + quarantine.count
    }

    /// Whether a command that came now would be refused at once.
    @inlinable public var isBusy: Bool { !takes(1) }

    @inlinable func takes(_ commands: Int) -> Bool {
        !isClosed && queueDepth + commands <= limits.queueCommandsMax && scheduler.isInTime(commands)
    }

    @inlinable var isClosed: Bool { scheduler.isClosed }

    /// Queues commands together, those of a shard at least, and waits until each has its result or the wait
    /// is over.
    @inlinable public func submit(_ commands: [Command]) async -> [CommandResult] {
        guard !commands.isEmpty else { return [] }
        guard takes(commands.count) else { return commands.map { _ in .failure(.unavailable) } }
        let deadline = MonotonicInstant.now.adding(milliseconds: limits.waitMilliseconds)
        return await withUnsafeContinuation { continuation in
            guard let shard else {
                return scheduler.enqueue(
                    Submission(commands, deadline: deadline, for: .caller(continuation)))
            }
            for part in Submission.parts(of: commands, by: shard, deadline: deadline, continuation) {
                scheduler.enqueue(part)
            }
        }
    }

    @inlinable public func submit(_ command: Command) async -> CommandResult {
        await submit([command])[0]
    }

    /// Fails what waits and accepts nothing more.
    public func close() {
        scheduler.close()
        quarantine.failAll()
    }

    @inlinable func send(_ batch: [any CommandGroup], on loop: isolated EventLoop) async {
        guard batch.contains(where: { $0.origin != nil }) else { return await sendAll(batch, on: loop) }
        var origins = ChangeOrigins()
        for group in batch {
            for command in submission(group).commands {
                if let player = user(command) { origins.note(group.origin, of: player) }
            }
        }
        await origins.run { await sendAll(batch, on: loop) }
    }

    @inlinable func sendAll(_ batch: [any CommandGroup], on loop: isolated EventLoop) async {
        var commands = submission(batch[0]).commands
        for group in batch.dropFirst() { commands += submission(group).commands }
        observe(commands.count)
        let shard = scheduler.enter(batch, commands: commands.count)
        guard contended.isEmpty else {
            scheduler.leave(shard, commands: commands.count)
            return await sendParts(of: batch, commands, after: nil, on: loop)
        }
        do throws(BatchError<Refusal>) {
            let results = try await run(commands, .normal)
            scheduler.leave(shard, commands: commands.count)
            finish(batch, results)
        } catch {
            // The next need not wait until it is found out which of these fails.
            scheduler.leave(shard, commands: commands.count)
            scheduler.wakeDriver()
            await sendParts(of: batch, commands, after: error, on: loop)
        }
    }

    @inlinable func finish(_ batch: [any CommandGroup], _ results: [CommandResult]) {
        guard batch.count > 1 else { return submission(batch[0]).finish(results) }
        var start = 0
        for group in batch {
            submission(group).finish(Array(results[start..<start + group.count]))
            start += group.count
        }
    }

    /// Nothing else is in its scheduler.
    @inlinable func submission(_ group: any CommandGroup) -> Submission<Command, Reply, Refusal> {
        unsafeDowncast(group, to: Submission<Command, Reply, Refusal>.self)
    }
}
