internal import EventLoops
internal import Glibc

/// One client's connection: reads, parses, has requests answered one after the other, and writes.
///
/// It belongs to its loop. Between requests it holds no buffers. Its parts: `+Requests` from bytes to
/// replies, `+Output` from replies to the socket, `+Deadlines` when it takes too long.
final class Connection {
    enum Phase {
        /// Between requests; nothing of the next one has come.
        case idle
        case head
        case body
        /// A handler works, and nothing is parsed.
        case handling
        /// The last reply is on its way out.
        case closing
        /// The last reply is out; what still comes is dropped until the peer ends.
        case lingering
        case closed
    }

    let descriptor: Int32
    let peer: PeerAddress
    let slot: Listener.Slot
    let server: HTTPServer
    var limits: HTTPLimits { server.limits }
    /// In the server's list.
    var position = 0

    var phase = Phase.idle
    var parser: RequestParser
    var current: CurrentRequest?
    /// Bytes received that the parser needs again, or that wait for a handler.
    private(set) var pendingInput: [UInt8] = []
    /// The peer has sent all it will.
    private(set) var isInputEnded = false
    /// `parse` is on the stack and goes on by itself once the handler has answered.
    var isParsing = false
    /// Which handler's answer is awaited; one that comes after its deadline has an older number.
    var generation = 0
    var handlerTask: Task<Void, Never>?

    var output: [UInt8] = []
    /// How much of `output` the socket has taken.
    var outputSent = 0
    /// The content after `output`.
    var largeBody: LargeBody?
    /// A reply is on its way that is made while it is sent: its status, and its bytes so far.
    var isStreaming = false
    var streamedStatus = 0
    var streamedBytes = 0
    /// Its producer, which waits for the peer to read.
    var drained: CheckedContinuation<Void, Never>?
    /// Whether there may be something to count; see `account`.
    var mayKeep = false
    /// The server's counts of this connection; see `account`.
    var kept = KeptBytes()
    /// Bytes of a peer that takes no replies, in the kernel.
    var unreadBytes = 0
    /// Whether the kernel holds more of its reply than of others.
    var isBulk = false
    var lingeredBytes = 0

    var deadline = MonotonicInstant(nanoseconds: 0)
    var writeDeadline = MonotonicInstant(nanoseconds: 0)
    /// When the last reply was ready; before the first, when it connected.
    var servedAt = MonotonicInstant(nanoseconds: 0)
    /// Whether its last request was let in by a route that asks who calls.
    var isAdmitted = false
    /// Ends with a reset.
    private var isReset = false
    /// When the last bytes came: the start of the request they begin.
    var receivedAt = MonotonicInstant(nanoseconds: 0)

    private var readWatch: FileWatch?
    var writeWatch: FileWatch?

    init(descriptor: Int32, peer: PeerAddress, slot: Listener.Slot, server: HTTPServer) {
        self.descriptor = descriptor
        self.peer = peer
        self.slot = slot
        self.server = server
        parser = RequestParser(limits: server.limits.parser)
    }

    func open(on loop: isolated EventLoop) throws(EventLoopError) {
        readWatch = try loop.watch(descriptor, for: .read) { [unowned self] in readable(on: loop) }
        readWatch?.start()
        servedAt = .now
        setDeadline(after: limits.idleTimeoutMilliseconds, from: servedAt)
    }

    /// Whether it may be closed for another connection: it has no request in progress.
    var canBeMissed: Bool {
        switch phase {
        case .idle, .head, .closing, .lingering: true
        case .body: !isAdmitted
        case .handling, .closed: false
        }
    }

    /// Closes, and leaves nothing in the kernel's hands that the peer doesn't take: for a peer that is given
    /// up. A streamed reply in HTTP/1.0 ends with its connection, so only a reset shows that it is cut off.
    func abandon() {
        guard phase != .closed else { return }
        let endsReply = isStreaming && current?.head?.version == .http10
        isReset = endsReply || ListeningSocket.hasUnsent(descriptor)
        close()
    }

    func close() {
        guard phase != .closed else { return }
        phase = .closed
        generation += 1
        handlerTask?.cancel()
        handlerTask = nil
        isStreaming = false
        resumeStream()
        // Before the descriptor, whose number the next connection may get.
        readWatch = nil
        writeWatch = nil
        if isReset { ListeningSocket.reset(descriptor) } else { Glibc.close(descriptor) }
        pendingInput = []
        output = []
        largeBody = nil
        current = nil
        account()
        server.forget(self)
    }

    /// Ends when nothing is under way, once all that has come was read: a request that is here already is
    /// answered.
    func endIfIdle(on loop: isolated EventLoop) {
        if isIdle { readable(on: loop) }
        if isIdle { linger(milliseconds: min(limits.lingerTimeoutMilliseconds, Self.farewellMilliseconds)) }
    }

    private var isIdle: Bool { phase == .idle && output.isEmpty && pendingInput.isEmpty && !isInputEnded }

    /// How long a client without a reply may take to notice that its connection has ended.
    private static let farewellMilliseconds = 250

    private func readable(on loop: isolated EventLoop) {
        var buffer = server.takeReadBuffer()
        let count = buffer.withUnsafeMutableBytes { recv(descriptor, $0.baseAddress, $0.count, 0) }
        if count > 0 {
            receivedAt = .now
            received(buffer, count, on: loop)
        } else if count == 0 {
            inputEnded()
        } else if errno != EAGAIN, errno != EINTR {
            close()
        }
        server.giveBackReadBuffer(buffer)
        account()
        server.relieve(on: loop)
    }

    private func received(_ buffer: [UInt8], _ count: Int, on loop: isolated EventLoop) {
        switch phase {
        case .closed: return
        case .lingering, .closing: return dropInput(count)
        case .idle, .head, .body, .handling: break
        }
        if pendingInput.isEmpty, phase != .handling {
            let used = parse(buffer.span.extracting(0..<count), on: loop)
            if used < count { keep(Array(buffer[used..<count])) }
            parsed(on: loop)
        } else {
            pendingInput.append(contentsOf: buffer[0..<count])
            mayKeep = true
            parsePending(on: loop)
        }
        limitReading()
    }

    /// Goes on with what waited for a handler, for the peer to take replies, or for more bytes.
    func parsePending(on loop: isolated EventLoop) {
        guard !pendingInput.isEmpty || isInputEnded else { return }
        var bytes: [UInt8] = []
        swap(&bytes, &pendingInput)
        let used = parse(bytes.span, on: loop)
        if used == bytes.count { bytes = [] } else if used > 0 { bytes.removeFirst(used) }
        keep(bytes)
        parsed(on: loop)
        limitReading()
    }

    private func keep(_ bytes: [UInt8]) {
        pendingInput = bytes
        mayKeep = true
    }

    /// The rest of the work when the parser has stopped: the replies leave together.
    private func parsed(on loop: isolated EventLoop) {
        switch phase {
        case .closed: return
        case .closing, .lingering: pendingInput = []
        case .idle, .head, .body, .handling: break
        }
        let hadNoRoom = isBlocked
        flush(on: loop)
        // The peer has taken all since the parser stopped for it: nothing else would call for the rest.
        if hadNoRoom, !isBlocked, !pendingInput.isEmpty, phase != .handling { return parsePending(on: loop) }
        if isInputEnded, phase != .closed { endedWhileReading() }
    }

    private func inputEnded() {
        isInputEnded = true
        readWatch?.stop()
        if phase == .lingering { return close() }
        endedWhileReading()
    }

    /// A peer that has sent its last request still gets its replies; half a request gets none.
    private func endedWhileReading() {
        switch phase {
        case .idle, .head, .body:
            if outputPending == 0 { close() } else if !hasWork { phase = .closing }
        case .handling, .closing, .lingering, .closed: break
        }
    }

    /// Whether whole requests may still wait behind the replies that the peer has not taken.
    private var hasWork: Bool { outputPending > 0 && !pendingInput.isEmpty }

    func dropPendingInput() {
        pendingInput = []
        readWatch?.start()
    }

    private func dropInput(_ count: Int) {
        lingeredBytes += count
        if lingeredBytes > limits.lingerBytesMax { close() }
    }

    /// Reads no further while a client takes no replies, or has more requests waiting than it may.
    func limitReading() {
        guard phase != .closed, !isInputEnded else { return }
        if isBlocked || pendingInput.count > limits.inputPendingBytesMax {
            readWatch?.stop()
        } else {
            readWatch?.start()
        }
    }
}
