internal import CLibevent

/// Interest in a descriptor's readiness, level-triggered. Releasing it ends the interest; the descriptor
/// stays open.
package final class FileWatch {
    package enum Interest: Sendable {
        case read
        case write

        fileprivate var flags: Int16 {
            Int16(self == .read ? EV_READ : EV_WRITE) | Int16(EV_PERSIST)
        }
    }

    /// Held: the event must not outlive the base that it belongs to.
    private let loop: EventLoop
    private let action: () -> Void
    private let descriptor: Int32
    /// Knows this object unretained: `deinit` frees it first.
    private var event: OpaquePointer!
    package private(set) var isActive = false
    /// Whether it is looked at between the callbacks of others, however many of them are ready: while many
    /// wait for what comes here to be read.
    package private(set) var isUrgent = false

    init(
        loop: EventLoop, descriptor: Int32, interest: Interest, action: @escaping () -> Void
    ) throws(EventLoopError) {
        self.loop = loop
        self.descriptor = descriptor
        self.action = action
        event = event_new(
            loop.executor.base, descriptor, interest.flags,
            { _, _, context in
                // Formed on this loop, and libevent calls it there. Not through `assumeIsolated`: that
                // allocates.
                let watch = Unmanaged<FileWatch>.fromOpaque(context!).takeUnretainedValue()
                let (executor, isUrgent, action) = (watch.loop.executor, watch.isUrgent, watch.action)
                action()
                executor.called(urgently: isUrgent)
            }, Unmanaged.passUnretained(self).toOpaque())
        guard event != nil else { throw .outOfResources("event_new") }
    }

    deinit {
        stop()
        if event != nil { event_free(event) }
    }

    package func start() {
        guard !isActive else { return }
        isActive = event_add(event, nil) == 0
    }

    package func stop() {
        guard isActive else { return }
        event_del(event)
        isActive = false
        setUrgent(false)
    }

    package func setUrgent(_ isUrgent: Bool) {
        guard isUrgent != self.isUrgent else { return }
        self.isUrgent = isUrgent
        let urgent = loop.executor.urgent
        if isUrgent { urgent.add(descriptor, action) } else { urgent.remove(descriptor) }
    }
}
