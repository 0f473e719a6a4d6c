internal import Glibc

/// Descriptors that are looked at between the callbacks of others. libevent tells of everything that is ready
/// in order: of a database's answer, for which many wait, only after thousands of connections that have
/// something to ask.
final class UrgentWatches {
    /// A look is one call of the system, for all of them.
    private static let callbacksBetween = 4

    private var watched: [(descriptor: Int32, action: () -> Void)] = []
    private var polled: [pollfd] = []
    private var callbacksSince = 0

    func add(_ descriptor: Int32, _ action: @escaping () -> Void) {
        watched.append((descriptor, action))
    }

    func remove(_ descriptor: Int32) {
        watched.removeAll { $0.descriptor == descriptor }
    }

    /// libevent has come to one of them by itself.
    func wereSeen() {
        callbacksSince = 0
    }

    /// Looks at them after each so many of others' callbacks.
    ///
    /// - Returns: whether one was ready, and was notified.
    func lookWhenDue() -> Bool {
        callbacksSince += 1
        guard callbacksSince >= Self.callbacksBetween, !watched.isEmpty else { return false }
        callbacksSince = 0
        return look()
    }

    private func look() -> Bool {
        polled.removeAll(keepingCapacity: true)
        for watch in watched {
            polled.append(pollfd(fd: watch.descriptor, events: Int16(POLLIN), revents: 0))
        }
        guard poll(&polled, nfds_t(polled.count), 0) > 0 else { return false }
        let ready = polled.filter { $0.revents != 0 }.map(\.fd)
        for descriptor in ready {
            // One may end another.
            watched.first { $0.descriptor == descriptor }?.action()
        }
        return true
    }
}
