internal import CLibevent

/// Interest in a signal of the process. Releasing it gives the signal its former disposition back.
package final class SignalWatch {
    /// Held: the event must not outlive the base that it belongs to.
    private let loop: EventLoop
    private let action: () -> Void
    /// Knows this object unretained: `deinit` frees it first.
    private var event: OpaquePointer!

    init(loop: EventLoop, signal: Int32, action: @escaping () -> Void) throws(EventLoopError) {
        self.loop = loop
        self.action = action
        event = event_new(
            loop.executor.base, signal, Int16(EV_SIGNAL | EV_PERSIST),
            { _, _, context in
                let watch = Unmanaged<SignalWatch>.fromOpaque(context!).takeUnretainedValue()
                // The action was formed on this loop and libevent calls it there.
                nonisolated(unsafe) let action = watch.action
                watch.loop.assumeIsolated { _ in action() }
            }, Unmanaged.passUnretained(self).toOpaque())
        guard event != nil, event_add(event, nil) == 0 else { throw .outOfResources("signal event") }
    }

    deinit {
        if event != nil { event_free(event) }
    }
}
