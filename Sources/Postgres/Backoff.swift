/// How long to wait before the next attempt: doubling up to a limit, each with jitter so that many do not
/// come at once.
package struct Backoff {
    private let firstMilliseconds: Int
    private let milliseconds: ClosedRange<Int>
    private var next: Int

    /// - Parameter milliseconds: the first wait and the longest.
    package init(milliseconds: ClosedRange<Int>) {
        self.milliseconds = milliseconds
        firstMilliseconds = milliseconds.lowerBound
        next = firstMilliseconds
    }

    /// Between half of this step and all of it.
    package mutating func nextMilliseconds() -> Int {
        defer { next = min(next * 2, milliseconds.upperBound) }
        return Int.random(in: (next + 1) / 2...next)
    }

    mutating func reset() {
        next = firstMilliseconds
    }
}
