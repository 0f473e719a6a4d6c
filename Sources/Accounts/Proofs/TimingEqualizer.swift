internal import EventLoops

/// Has a refusal take as long as what is accepted mostly does: one that comes sooner or later says what was
/// looked up, in words or without.
final class TimingEqualizer {
    /// The maximum wait, however slow the database was.
    private static let millisecondsMax = 100

    private let loop: EventLoop
    /// A step to each that took longer, and one back for each that took less: the median of the last few
    /// dozen, which a few slow ones don't move. 0 until there was one.
    private var nanosecondsUsual: Int64 = 0

    init(on loop: isolated EventLoop) {
        self.loop = loop
    }

    func accepted(since start: MonotonicInstant) {
        let nanoseconds = MonotonicInstant.now.nanoseconds(since: start)
        guard nanosecondsUsual > 0 else { return nanosecondsUsual = nanoseconds }
        let step = nanosecondsUsual / 32
        nanosecondsUsual += nanoseconds > nanosecondsUsual ? step : -step
    }

    /// Waits for what is left, to the nearest millisecond.
    func refused(since start: MonotonicInstant) async {
        let milliseconds = millisecondsLeft(at: MonotonicInstant.now.nanoseconds(since: start))
        if milliseconds > 0 { try? await loop.sleep(milliseconds: milliseconds) }
    }

    func millisecondsLeft(at nanoseconds: Int64) -> Int {
        min(Self.millisecondsMax, Int((nanosecondsUsual - nanoseconds + 500_000) / 1_000_000))
    }
}
