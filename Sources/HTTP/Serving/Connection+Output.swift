internal import EventLoops
internal import Glibc

/// From replies to the socket. Replies wait in one buffer, borrowed from the loop, until the socket has taken
/// all.
extension Connection {
    var outputPending: Int { output.count - outputSent }

    /// Appends to what goes out with the next flush, and says how many bytes it was.
    @discardableResult
    func write(_ body: (inout [UInt8]) -> Void) -> Int {
        if output.isEmpty { output = server.takeOutput() }
        let before = output.count
        body(&output)
        return output.count - before
    }

    /// Sends what the socket takes now; the rest leaves when it is ready for more.
    func flush(on loop: isolated EventLoop) {
        while outputSent < output.count {
            let sent = output.withUnsafeBytes { bytes in
                let start = bytes.baseAddress! + outputSent
                return send(descriptor, start, bytes.count - outputSent, Int32(MSG_NOSIGNAL))
            }
            if sent > 0 {
                outputSent += sent
                if writeWatch?.isActive == true { startWriteDeadline() }
            } else if errno == EAGAIN {
                return awaitWritable(on: loop)
            } else if errno != EINTR {
                return close()
            }
        }
        allSent()
    }

    private func allSent() {
        if output.capacity > 0 {
            var done: [UInt8] = []
            swap(&done, &output)
            outputSent = 0
            server.giveBackOutput(done)
        }
        writeWatch?.stop()
        if phase == .closing { linger(milliseconds: limits.lingerTimeoutMilliseconds) }
    }

    private func awaitWritable(on loop: isolated EventLoop) {
        if writeWatch?.isActive == true { return }
        startWriteDeadline()
        if writeWatch == nil {
            writeWatch = try? loop.watch(descriptor, for: .write) { [unowned self] in writable(on: loop) }
        }
        guard let writeWatch else { return close() }
        writeWatch.start()
    }

    private func writable(on loop: isolated EventLoop) {
        flush(on: loop)
        receivedAt = .now
        if phase == .idle || phase == .head || phase == .body { parsePending(on: loop) }
    }

    /// Says that nothing more comes, and waits for the peer to have read it: closing a socket with unread
    /// input would reset the connection, and the reset overtakes the reply. RFC 9112 section 9.6.
    func linger(milliseconds: Int) {
        if isInputEnded { return close() }
        shutdown(descriptor, Int32(SHUT_WR))
        phase = .lingering
        dropPendingInput()
        setDeadline(after: milliseconds, from: .now)
    }
}
