/// Guesses whether a batch meets what makes it fail, such as events that were recorded before.
///
/// Mostly none does, and looking first would cost the database a search for each for nothing. But what was
/// not looked for costs its whole batch a second attempt, so for a while after one, batches look first.
package final class ReplayEstimator {
    private static let batchesAfterRepeat = 64

    private var batchesLeft = 0

    package init() {}

    package var areLikely: Bool { batchesLeft > 0 }

    package func sawOne() {
        batchesLeft = Self.batchesAfterRepeat
    }

    /// The findings of a batch that looked; others have none.
    package func note(_ foundOne: Bool) {
        if foundOne { sawOne() } else { batchesLeft = max(0, batchesLeft - 1) }
    }
}
