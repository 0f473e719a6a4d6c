/// Guesses whether a batch holds events that were recorded before.
///
/// Mostly none does, and looking each up first would cost the database an index search an event for
/// nothing. But a repeat that was not looked up costs its whole batch a second attempt, so for a while after
/// one, batches look first.
final class RepeatWatch {
    private static let batchesAfterRepeat = 64

    private var batchesLeft = 0

    var areLikely: Bool { batchesLeft > 0 }

    func sawOne() {
        batchesLeft = Self.batchesAfterRepeat
    }

    /// What a batch that looked has found; one that did not has nothing to tell.
    func note(_ foundOne: Bool) {
        if foundOne { sawOne() } else { batchesLeft = max(0, batchesLeft - 1) }
    }
}
