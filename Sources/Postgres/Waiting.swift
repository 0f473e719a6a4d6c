internal import EventLoops

/// Joins a loop's callbacks to the one task that waits for them.
final class Waiting {
    private var continuation: UnsafeContinuation<Void, Never>?

    /// Suspends until `wake`.
    func wait() async {
        await withUnsafeContinuation { continuation = $0 }
    }

    func wake() {
        let waiting = continuation
        continuation = nil
        waiting?.resume()
    }
}

/// A sleep that can be cut short.
final class Pause {
    private let waiting = Waiting()
    private let timer: LoopTimer

    init(on loop: isolated EventLoop) throws(PostgresError) {
        let waiting = self.waiting
        timer = try loopResource { () throws(EventLoopError) in try loop.timer { waiting.wake() } }
    }

    func wait(milliseconds: Int) async {
        timer.start(afterMilliseconds: milliseconds)
        await waiting.wait()
        timer.stop()
    }

    func wake() {
        waiting.wake()
    }
}

/// Turns a loop that ran out of descriptors or memory into this module's error.
func loopResource<Value>(_ body: () throws(EventLoopError) -> Value) throws(PostgresError) -> Value {
    do {
        return try body()
    } catch {
        throw .cannotConnect("out of resources: \(error)")
    }
}
