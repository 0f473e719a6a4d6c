internal import EventLoops

/// Bytes that a connection keeps, or all of a loop.
struct KeptBytes: Equatable {
    var admitted = 0
    /// By connections that no route has admitted.
    var strange = 0

    var all: Int { admitted + strange }
}

/// A connection's memory, and how it is freed.
extension Connection {
    /// A smaller body that is whole is not counted while its handler works.
    static let smallBodyBytesMax = 16_384

    /// Notifies the server. A request that is answered at once is never counted.
    func account() {
        guard mayKeep else { return }
        let bytes = keptBytes
        mayKeep = bytes > 0
        let now = isAdmitted ? KeptBytes(admitted: bytes) : KeptBytes(strange: bytes)
        server.count(now, insteadOf: kept)
        kept = now
    }

    private var keptBytes: Int {
        if phase == .closed { return 0 }
        var bytes = pendingInput.capacity + output.capacity
        if let largeBody, !largeBody.isShared { bytes += largeBody.bytes.count }
        // Of the kernel's: what the peer doesn't take, and what it has sent since; twice, with its overhead.
        if isBlocked {
            let held = isBulk ? ListeningSocket.bulkBufferBytes : ListeningSocket.sendBufferBytes
            bytes += 2 * (held + unreadBytes)
        }
        guard let current else { return bytes }
        switch phase {
        case .body: return bytes + current.keptBytes
        case .handling where current.bodyBytes > Self.smallBodyBytesMax: return bytes + current.bodyBytes
        case .idle, .head, .handling, .closing, .lingering, .closed: return bytes
        }
    }

    /// Has the kernel hold more of its replies, from now on.
    func makeBulky() {
        isBulk = true
        ListeningSocket.makeBulky(descriptor)
    }

    /// Whether its bytes can be freed now: those of a request at work can't.
    var canBeShed: Bool { phase != .handling && phase != .closed && kept.all > 0 }

    /// Gives up what it keeps, with a 503 where the peer can have one.
    func shed(on loop: isolated EventLoop) {
        guard phase == .body || phase == .head, outputPending == 0 else { return abandon() }
        fail(.unavailable)
        goOn(on: loop)
    }
}
