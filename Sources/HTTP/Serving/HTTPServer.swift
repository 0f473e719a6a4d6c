package import EventLoops
internal import Glibc

/// HTTP on one loop: its connections, the buffers they share, and the one timer that watches all their
/// deadlines.
package final class HTTPServer {
    let router: Router
    let limits: HTTPLimits
    let crossOrigin: CrossOrigin
    let onExchange: (Exchange) -> Void
    /// Called once for each connection accepted here, when it is gone.
    package var onConnectionClosed: () -> Void = {}

    var encoder = ResponseEncoder()
    private var ids = RequestIDSource()
    private var connections: [Connection] = []
    private var sweep: LoopTimer?
    private(set) var isDraining = false
    private var drained: UnsafeContinuation<Void, Never>?
    private var drainDeadline: MonotonicInstant?
    /// The buffer that every connection reads into; empty while one does.
    private var readBuffer: [UInt8] = []
    /// An empty buffer with room, for the next connection that has something to say.
    private var spareOutput: [UInt8] = []

    package init(
        router: Router, limits: HTTPLimits = HTTPLimits(), crossOrigin: CrossOrigin = .off,
        onExchange: @escaping (Exchange) -> Void = { _ in }
    ) {
        self.router = router
        self.limits = limits
        self.crossOrigin = crossOrigin
        self.onExchange = onExchange
    }

    /// Takes over a connected, non-blocking descriptor.
    package func accept(_ descriptor: Int32, _ peer: PeerAddress, on loop: isolated EventLoop) {
        guard !isDraining else { return refuse(descriptor) }
        do throws(EventLoopError) {
            try startSweeping(on: loop)
            let connection = Connection(descriptor: descriptor, peer: peer, server: self)
            try connection.open(on: loop)
            connection.position = connections.count
            connections.append(connection)
        } catch {
            refuse(descriptor)
        }
    }

    /// Ends idle connections at once and the others after their reply; returns when all are gone, by force
    /// after the time given.
    package func drain(timeoutMilliseconds: Int, on loop: isolated EventLoop) async {
        isDraining = true
        for connection in connections { connection.drain(on: loop) }
        guard !connections.isEmpty else { return }
        drainDeadline = MonotonicInstant.now.adding(milliseconds: timeoutMilliseconds)
        await withUnsafeContinuation { drained = $0 }
    }

    func nextRequestID() -> RequestID { ids.next() }

    /// A connection has closed its descriptor.
    func forget(_ connection: Connection) {
        let last = connections.removeLast()
        if last !== connection {
            last.position = connection.position
            connections[connection.position] = last
        }
        onConnectionClosed()
        if connections.isEmpty {
            drained?.resume()
            drained = nil
        }
    }

    private func refuse(_ descriptor: Int32) {
        close(descriptor)
        onConnectionClosed()
    }

    private func startSweeping(on loop: isolated EventLoop) throws(EventLoopError) {
        if connections.isEmpty { encoder.setDate(Int64(time(nil))) }
        guard sweep == nil else {
            if connections.isEmpty { sweep?.start(afterMilliseconds: limits.sweepMilliseconds) }
            return
        }
        sweep = try loop.timer { [weak self] in self?.sweepNow(on: loop) }
        sweep?.start(afterMilliseconds: limits.sweepMilliseconds)
    }

    /// Looks at every deadline. The list changes while it is walked, from its end only what was seen already.
    private func sweepNow(on loop: isolated EventLoop) {
        encoder.setDate(Int64(time(nil)))
        let now = MonotonicInstant.now
        let isOverdue = drainDeadline.map { now > $0 } ?? false
        for index in connections.indices.reversed() where index < connections.count {
            if isOverdue {
                connections[index].close()
            } else {
                connections[index].checkDeadline(now, on: loop)
            }
        }
        if !connections.isEmpty { sweep?.start(afterMilliseconds: limits.sweepMilliseconds) }
    }
}

/// The buffers that connections share: each takes one, uses it without waiting, and gives it back.
extension HTTPServer {
    func takeReadBuffer() -> [UInt8] {
        var buffer: [UInt8] = []
        swap(&buffer, &readBuffer)
        return buffer.isEmpty ? Array(repeating: 0, count: limits.readBytesMax) : buffer
    }

    func giveBackReadBuffer(_ buffer: consuming [UInt8]) {
        readBuffer = buffer
    }

    func takeOutput() -> [UInt8] {
        var output: [UInt8] = []
        swap(&output, &spareOutput)
        if output.capacity == 0 { output.reserveCapacity(4_096) }
        return output
    }

    /// A buffer that one large reply has blown up is not kept.
    func giveBackOutput(_ output: consuming [UInt8]) {
        guard output.capacity <= limits.outputPendingBytesMax else { return }
        output.removeAll(keepingCapacity: true)
        spareOutput = output
    }
}
