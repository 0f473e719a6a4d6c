internal import EventLoops

/// Groups in the order in which they came: those that wait, and those in flight until they are answered.
struct CommandQueue {
    private var waiting: [any CommandGroup] = []
    private var inFlight: [any CommandGroup] = []
    private(set) var commandCount = 0

    mutating func append(_ group: any CommandGroup) {
        waiting.append(group)
        commandCount += group.count
    }

    /// The next groups, whole, up to `commandsMax` commands; a larger group goes alone.
    mutating func takeBatch(commandsMax: Int) -> [any CommandGroup] {
        inFlight.removeAll { $0.isAnswered }
        var taken = 0
        var count = 0
        for group in waiting {
            if taken > 0 && count + group.count > commandsMax { break }
            taken += 1
            count += group.count
        }
        let batch = Array(waiting[..<taken])
        waiting.removeFirst(taken)
        inFlight.append(contentsOf: batch)
        commandCount -= count
        return batch
    }

    /// The next groups of one shard, which isn't in `busy`. Empty if it has none.
    ///
    /// - Parameter due: whose deadline is no later is served first.
    mutating func takeBatch(commandsMax: Int, besides busy: Set<Int>, due: MonotonicInstant)
        -> [any CommandGroup]
    {
        inFlight.removeAll { $0.isAnswered }
        guard let shard = nextShard(besides: busy, due: due) else { return [] }
        var batch: [any CommandGroup] = []
        var others: [any CommandGroup] = []
        var count = 0
        var isFull = false
        for group in waiting {
            let fits = batch.isEmpty || count + group.count <= commandsMax
            guard group.shard == shard, !isFull, fits else {
                // Later commands stay behind it.
                isFull = isFull || group.shard == shard
                others.append(group)
                continue
            }
            batch.append(group)
            count += group.count
        }
        waiting = others
        inFlight.append(contentsOf: batch)
        commandCount -= count
        return batch
    }

    /// That of which most waits, so that batches are large; of equals the one that waits longest.
    private func nextShard(besides busy: Set<Int>, due: MonotonicInstant) -> Int? {
        var waits: [Int: (count: Int, first: Int)] = [:]
        for (position, group) in waiting.enumerated() where !busy.contains(group.shard) {
            if waits.isEmpty, group.deadline <= due { return group.shard }
            waits[group.shard, default: (0, position)].count += group.count
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
            commandCount -= group.count
            group.fail()
        }
        waiting.removeFirst(overdue.count)
        for group in inFlight where group.deadline <= now { group.fail() }
        inFlight.removeAll { $0.isAnswered }
        return (inFlight + waiting).map { $0.deadline }.min()
    }

    mutating func failAll() {
        for group in waiting { group.fail() }
        waiting = []
        commandCount = 0
    }
}
