internal import EventLoops

/// A sleep that can be cut short.
final class Pause {
    private let waiting = Waiting()
    private let timer: LoopTimer

    init(on loop: isolated EventLoop) throws(PostgresError) {
        let waiting = self.waiting
        timer = try loopResource { () throws(EventLoopError) in try loop.timer { waiting.wake() } }
    }

    func wait(milliseconds: Int) async {
        await waiting.wait {
            timer.start(afterMilliseconds: milliseconds)
            return true
        }
        timer.stop()
    }

    func wake() {
        waiting.wake()
    }
}

/// Maps a loop that ran out of descriptors or memory to this module's error.
func loopResource<Value>(_ body: () throws(EventLoopError) -> Value) throws(PostgresError) -> Value {
    do {
        return try body()
    } catch {
        throw .cannotConnect("out of resources: \(error)")
    }
}
