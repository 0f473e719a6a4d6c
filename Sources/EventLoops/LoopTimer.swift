internal import CLibevent
internal import Glibc

/// A one-shot timer on a loop's monotonic clock; it can be started again at any time. Releasing it stops it.
package final class LoopTimer {
    /// Held: the event must not outlive the base that it belongs to.
    private let loop: EventLoop
    private let action: () -> Void
    /// Knows this object unretained: `deinit` frees it first.
    private var event: OpaquePointer!

    init(loop: EventLoop, action: @escaping () -> Void) throws(EventLoopError) {
        self.loop = loop
        self.action = action
        event = event_new(
            loop.executor.base, -1, 0,
            { _, _, context in
                let timer = Unmanaged<LoopTimer>.fromOpaque(context!).takeUnretainedValue()
                // The action was formed on this loop and libevent calls it there.
                nonisolated(unsafe) let action = timer.action
                timer.loop.assumeIsolated { _ in action() }
            }, Unmanaged.passUnretained(self).toOpaque())
        guard event != nil else { throw .outOfResources("event_new") }
    }

    deinit {
        if event != nil { event_free(event) }
    }

    /// Fires once after `milliseconds`; a start that was still waiting is replaced.
    package func start(afterMilliseconds milliseconds: Int) {
        let bounded = max(0, milliseconds)
        var delay = timeval(tv_sec: bounded / 1000, tv_usec: (bounded % 1000) * 1000)
        event_add(event, &delay)
    }

    package func stop() {
        event_del(event)
    }
}
