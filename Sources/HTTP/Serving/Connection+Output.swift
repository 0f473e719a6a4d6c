internal import EventLoops
internal import Glibc

/// From replies to the socket. Replies wait in one buffer, borrowed from the loop, until the socket has taken
/// all. A large body is not copied there: it follows by itself, and nothing is put behind it.
extension Connection {
    var outputPending: Int { output.count - outputSent + (largeBody?.left ?? 0) }

    /// Whether the socket takes no more for now.
    var isBlocked: Bool { writeWatch?.isActive == true }

    /// Appends to what goes out with the next flush.
    func write(_ body: (inout [UInt8]) -> Void) {
        if output.isEmpty { output = server.takeOutput() }
        body(&output)
    }

    /// Puts a reply behind those before it, and says what its status is and how many bytes it has.
    func write(_ response: Response, _ context: ResponseEncoder.Context) -> (status: Int, bytes: Int) {
        let before = output.count
        var written = ResponseEncoder.Written(status: 0)
        write { written = server.encoder.append(response, context, to: &$0) }
        let copied = output.count - before
        guard written.leavesBody else { return (written.status, copied) }
        largeBody = LargeBody(response)
        return (written.status, copied + response.body.count)
    }

    /// Sends what the socket takes now; the rest leaves when it is ready for more.
    func flush(on loop: isolated EventLoop) {
        while outputPending > 0 {
            if sendNext() > 0 {
                if isBlocked { startWriteDeadline() }
            } else if errno == EAGAIN {
                return awaitWritable(on: loop)
            } else if errno != EINTR {
                return close()
            }
        }
        allSent()
    }

    private func sendNext() -> Int {
        if outputSent < output.count {
            let more = largeBody == nil ? 0 : Int32(MSG_MORE)
            let sent = output.withUnsafeBytes { send($0, from: outputSent, flags: more) }
            outputSent += max(0, sent)
            return sent
        }
        guard let largeBody else { return 0 }
        let sent = largeBody.bytes.withUnsafeBytes { send($0, from: largeBody.sent, flags: 0) }
        largeBody.sent += max(0, sent)
        return sent
    }

    private func send(_ bytes: UnsafeRawBufferPointer, from start: Int, flags: Int32) -> Int {
        Glibc.send(
            descriptor, bytes.baseAddress! + start, bytes.count - start, Int32(MSG_NOSIGNAL) | flags)
    }

    private func allSent() {
        if output.capacity > 0 {
            var done: [UInt8] = []
            swap(&done, &output)
            outputSent = 0
            server.giveBackOutput(done)
        }
        if largeBody != nil { largeBody = nil }
        writeWatch?.stop()
        resumeStream()
        if phase == .closing { linger(milliseconds: limits.lingerTimeoutMilliseconds) }
    }

    private func awaitWritable(on loop: isolated EventLoop) {
        if isBlocked { return }
        startWriteDeadline()
        if writeWatch == nil {
            writeWatch = try? loop.watch(descriptor, for: .write) { [unowned self] in writable(on: loop) }
        }
        guard let writeWatch else { return close() }
        writeWatch.start()
        mayKeep = true
        limitReading()
    }

    private func writable(on loop: isolated EventLoop) {
        flush(on: loop)
        receivedAt = .now
        if phase == .idle || phase == .head || phase == .body { parsePending(on: loop) }
        limitReading()
        account()
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
