internal import EventLoops

/// Commands that one caller submitted together, those of one shard where there are shards.
final class CommandGroup<Command, Reply: Sendable, Refusal: ServiceError> {
    package let commands: [Command]
    package let shard: Int
    package let deadline: MonotonicInstant
    private var waiter: CommandWaiter<Reply, Refusal>?
    /// What came of those that were not put aside; nothing while all are on their way together.
    private var settled: [Result<Reply, Refusal>?] = []

    init(
        _ commands: [Command], shard: Int = 0, deadline: MonotonicInstant,
        for waiter: CommandWaiter<Reply, Refusal>
    ) {
        self.commands = commands
        self.shard = shard
        self.deadline = deadline
        self.waiter = waiter
    }

    package var isAnswered: Bool {
        waiter == nil
    }

    package func finish(_ outcomes: [Result<Reply, Refusal>]) {
        waiter?.hear(outcomes)
        waiter = nil
    }

    /// Takes one command's outcome; the caller waits until each has its own.
    package func settle(_ place: Int, _ outcome: Result<Reply, Refusal>) {
        guard !isAnswered else { return }
        if settled.isEmpty { settled = commands.map { _ in nil } }
        settled[place] = outcome
        if settled.allSatisfy({ $0 != nil }) { finish(settled.compactMap { $0 }) }
    }

    /// Ends the wait: those without an outcome have failed.
    package func fail(_ error: Refusal) {
        guard settled.isEmpty else { return finish(settled.map { $0 ?? .failure(error) }) }
        finish(commands.map { _ in .failure(error) })
    }
}

/// Groups in the order in which they came: those that wait, and those in flight until they are answered.
struct CommandQueue<Command, Reply: Sendable, Refusal: ServiceError> {
    typealias Group = CommandGroup<Command, Reply, Refusal>

    private var waiting: [Group] = []
    private var inFlight: [Group] = []
    private(set) var commandCount = 0

    package mutating func append(_ group: Group) {
        waiting.append(group)
        commandCount += group.commands.count
    }

    /// The next groups, whole, up to `commandsMax` commands; a larger group goes alone.
    package mutating func takeBatch(commandsMax: Int) -> [Group] {
        inFlight.removeAll { $0.isAnswered }
        var taken = 0
        var count = 0
        for group in waiting {
            if taken > 0 && count + group.commands.count > commandsMax { break }
            taken += 1
            count += group.commands.count
        }
        let batch = Array(waiting[..<taken])
        waiting.removeFirst(taken)
        inFlight.append(contentsOf: batch)
        commandCount -= count
        return batch
    }

    /// The next groups of one shard, which isn't in `busy`. Nothing where there is none.
    ///
    /// - Parameter due: whose deadline is no later is served first.
    package mutating func takeBatch(commandsMax: Int, besides busy: Set<Int>, due: MonotonicInstant)
        -> [Group]
    {
        inFlight.removeAll { $0.isAnswered }
        guard let shard = nextShard(besides: busy, due: due) else { return [] }
        var batch: [Group] = []
        var others: [Group] = []
        var count = 0
        var isFull = false
        for group in waiting {
            let fits = batch.isEmpty || count + group.commands.count <= commandsMax
            guard group.shard == shard, !isFull, fits else {
                // What came later stays behind it.
                isFull = isFull || group.shard == shard
                others.append(group)
                continue
            }
            batch.append(group)
            count += group.commands.count
        }
        waiting = others
        inFlight.append(contentsOf: batch)
        commandCount -= count
        return batch
    }

    /// That of which most waits, so that batches are large; of equals the one that waits longest.
    private func nextShard(besides busy: Set<Int>, due: MonotonicInstant) -> Int? {
        var waits: [Int: (count: Int, first: Int)] = [:]
        for (place, group) in waiting.enumerated() where !busy.contains(group.shard) {
            if waits.isEmpty, group.deadline <= due { return group.shard }
            waits[group.shard, default: (0, place)].count += group.commands.count
        }
        return waits.max { ($0.value.count, $1.value.first) < ($1.value.count, $0.value.first) }?.key
    }

    func hasGroup(besides busy: Set<Int>) -> Bool {
        waiting.contains { !busy.contains($0.shard) }
    }

    /// Answers the overdue; returns the earliest deadline of the others.
    mutating func failOverdue(at now: MonotonicInstant) -> MonotonicInstant? {
        let overdue = waiting.prefix { $0.deadline <= now }
        for group in overdue {
            commandCount -= group.commands.count
            group.fail(.unavailable)
        }
        waiting.removeFirst(overdue.count)
        for group in inFlight where group.deadline <= now { group.fail(.unavailable) }
        inFlight.removeAll { $0.isAnswered }
        return (inFlight + waiting).map { $0.deadline }.min()
    }

    mutating func failAll() {
        for group in waiting { group.fail(.unavailable) }
        waiting = []
        commandCount = 0
    }
}
