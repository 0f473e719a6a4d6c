internal import EventLoops

/// Has a refusal take as long as what is accepted does, on average: a refusal that comes sooner says what was
/// looked up, in words or without.
final class EvenTime {
    /// Nobody waits longer than this, however slow the database was lately.
    private static let millisecondsMax = 100

    private let loop: EventLoop
    /// Of the last eight or so that were accepted; 0 until there was one.
    private var nanosecondsUsual: Int64 = 0

    init(on loop: isolated EventLoop) {
        self.loop = loop
    }

    func accepted(since start: MonotonicInstant) {
        let nanoseconds = MonotonicInstant.now.nanoseconds(since: start)
        nanosecondsUsual =
            nanosecondsUsual == 0 ? nanoseconds : nanosecondsUsual + (nanoseconds - nanosecondsUsual) / 8
    }

    /// Waits for what is left, to the millisecond.
    func refused(since start: MonotonicInstant) async {
        let milliseconds = milliseconds(
            left: nanosecondsUsual - MonotonicInstant.now.nanoseconds(since: start))
        if milliseconds > 0 { try? await loop.sleep(milliseconds: milliseconds) }
    }

    private func milliseconds(left nanoseconds: Int64) -> Int {
        min(Self.millisecondsMax, Int((nanoseconds + 500_000) / 1_000_000))
    }
}
