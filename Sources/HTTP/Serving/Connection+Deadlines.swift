internal import EventLoops

/// When a peer or a handler takes too long. Deadlines are numbers that the server's sweep compares; no timer
/// is touched.
extension Connection {
    func setDeadline(after milliseconds: Int, from start: MonotonicInstant) {
        deadline = start.adding(milliseconds: milliseconds)
    }

    func startWriteDeadline() {
        writeDeadline = MonotonicInstant.now.adding(milliseconds: limits.writeTimeoutMilliseconds)
    }

    func checkDeadline(_ now: MonotonicInstant, on loop: isolated EventLoop) {
        if outputPending > 0 {
            if now > writeDeadline { return abandon() }
            unreadBytes = ListeningSocket.unread(descriptor)
            account()
            // A peer that is still taking replies is not idle.
            if phase != .handling { return }
        }
        guard now > deadline else { return }
        switch phase {
        case .idle, .closing, .lingering: abandon()
        case .head, .body:
            fail(.requestTimeout)
            flush(on: loop)
        case .handling: handlerTimedOut(now, on: loop)
        case .closed: break
        }
    }
}
