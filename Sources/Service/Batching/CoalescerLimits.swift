/// How much one coalescer takes on.
package struct CoalescerLimits: Sendable {
    /// Commands in one transaction.
    package var batchCommandsMax: Int
    /// Transactions at once.
    package var batchesInFlightMax: Int
    /// Commands that may wait; past it the caller is told at once.
    package var queueCommandsMax: Int
    /// How long a caller waits for its outcome.
    package var waitMilliseconds: Int

    package init(
        batchCommandsMax: Int = 1000, batchesInFlightMax: Int = 2, queueCommandsMax: Int = 8192,
        waitMilliseconds: Int = 900
    ) {
        self.batchCommandsMax = batchCommandsMax
        self.batchesInFlightMax = batchesInFlightMax
        self.queueCommandsMax = queueCommandsMax
        self.waitMilliseconds = waitMilliseconds
    }
}
