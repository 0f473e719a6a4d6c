/// How much one coalescer takes on.
public struct CoalescerLimits: Sendable {
    /// Commands in one transaction.
    package var batchCommandsMax: Int
    /// Transactions at once.
    package var batchesInFlightMax: Int
    /// Where batches may be of one shard each, those of all shards at once: each has all nodes at work.
    package var mixedBatchesInFlightMax = 4
    /// Commands that may wait; above it callers are refused at once.
    @usableFromInline package var queueCommandsMax: Int
    /// How long a caller waits for its result.
    @usableFromInline package var waitMilliseconds: Int
    /// After each batch, before the next leaves. Default: none.
    package var pauseMilliseconds = 0

    package init(
        batchCommandsMax: Int = 1000, batchesInFlightMax: Int = 2, queueCommandsMax: Int = 8192,
        waitMilliseconds: Int = 900
    ) {
        self.batchCommandsMax = batchCommandsMax
        self.batchesInFlightMax = batchesInFlightMax
        self.queueCommandsMax = queueCommandsMax
        self.waitMilliseconds = waitMilliseconds
    }

    /// PostgreSQL compares each row of a shard's batch with each of the others' keys: 1,000 of one shard take
    /// 35 ms, 64 take 2.
    private static let shardCommandsMax = 200

    /// For what can wait and may come without end: a few small transactions a second, whatever comes, and a
    /// short queue, so that events have the disk and the connections.
    package var unhurried: CoalescerLimits {
        var limits = self
        limits.batchCommandsMax = min(batchCommandsMax, 16)
        limits.batchesInFlightMax = 1
        limits.queueCommandsMax = min(queueCommandsMax, 32)
        limits.pauseMilliseconds = 25
        return limits
    }

    /// The same for batches of one shard each: while one waits for its node, others go to other nodes.
    func byShard(connections: Int) -> CoalescerLimits {
        var limits = self
        limits.batchCommandsMax = min(batchCommandsMax, Self.shardCommandsMax)
        limits.batchesInFlightMax = max(batchesInFlightMax, connections - 1)
        return limits
    }
}
