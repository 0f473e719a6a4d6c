/// Whether so many commands write to foreign shards that batches should mix all shards. On Citus each shard
/// of a statement costs more than each row. If nearly every batch goes to most shards anyway, few large
/// batches go to them less often.
package final class CrossShardEstimator {
    /// Of commands; below, batches of one shard have less to do.
    private static let shareMin = 0.1
    /// Observations decay over this many.
    private static let memoryCommands = 512.0

    private var share = 0.0

    package init() {}

    package var isLikely: Bool { share > Self.shareMin }

    /// - Parameter elsewhere: how many of a batch's commands have written to another shard than their own.
    package func note(_ elsewhere: Int, of commands: Int) {
        guard commands > 0 else { return }
        let weight = min(1, Double(commands) / Self.memoryCommands)
        share += (Double(elsewhere) / Double(commands) - share) * weight
    }
}
