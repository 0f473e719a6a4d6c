internal import EventLoops

/// Lets one task of a loop sleep until a time, or until something happens.
final class Alarm {
    private let sleeper = Waiting()
    private var timer: LoopTimer?
    private var hasRung = false

    init(on loop: isolated EventLoop) throws(EventLoopError) {
        timer = try loop.timer { [weak self] in self?.ring() }
    }

    /// Returns at once if it has rung since the last time.
    func wait(milliseconds: Int) async {
        await sleeper.wait {
            if hasRung { return false }
            timer?.start(afterMilliseconds: max(0, milliseconds))
            return true
        }
        hasRung = false
    }

    func ring() {
        hasRung = true
        sleeper.wake()
    }
}
