package import EventLoops
internal import Glibc
package import Tracing

/// HTTP on one loop: its connections, the buffers they share, and the one timer that watches all their
/// deadlines.
package final class HTTPServer {
    /// Another one answers whatever is asked from then on.
    package var router: Router
    let limits: HTTPLimits
    package var crossOrigin: CrossOrigin
    /// Chooses another router for each request; nil for a server of one app.
    package var front: Front?
    let onExchange: (Exchange) -> Void
    /// Nil unless traces are exported.
    let tracer: Tracer?
    /// Called once for each connection accepted here, when it is gone.
    package var onConnectionClosed: (PeerAddress) -> Void = { _ in }

    var encoder = ResponseEncoder()
    private var ids = RequestIDSource()
    private(set) var connections: [Connection] = []
    /// Their memory; the budget's knowledge of it, and the maximum.
    var kept = KeptBytes()
    var published = 0
    var keptPeak = 0
    /// Since memory was given back last.
    var hasShed = false
    var returnedAt = MonotonicInstant(nanoseconds: 0)
    private(set) var budget: BufferBudget?
    private(set) var budgetIndex = 0
    private var idlest = IdleConnections()
    private var sweep: LoopTimer?
    /// Each reply is its connection's last.
    private(set) var isDraining = false
    private var drained: UnsafeContinuation<Void, Never>?
    /// When connections that wait for a request end, and when all do.
    private var idleDeadline: MonotonicInstant?
    private var drainDeadline: MonotonicInstant?
    /// The buffer that every connection reads into; empty while one does.
    private var readBuffer: [UInt8] = []
    /// An empty buffer with room, for the next connection that has something to say.
    private var spareOutput: [UInt8] = []

    package init(
        router: Router, limits: HTTPLimits = HTTPLimits(), crossOrigin: CrossOrigin = .off,
        tracer: Tracer? = nil, onExchange: @escaping (Exchange) -> Void = { _ in }
    ) {
        self.router = router
        self.limits = limits
        self.crossOrigin = crossOrigin
        self.tracer = tracer
        self.onExchange = onExchange
    }

    /// Takes over a connected, non-blocking descriptor.
    package func accept(
        _ descriptor: Int32, _ peer: PeerAddress, _ slot: Listener.Slot, on loop: isolated EventLoop
    ) {
        do throws(EventLoopError) {
            try startSweeping(on: loop)
            let connection = Connection(descriptor: descriptor, peer: peer, slot: slot, server: self)
            try connection.open(on: loop)
            connection.position = connections.count
            connections.append(connection)
        } catch {
            refuse(descriptor, peer)
        }
    }

    /// Ends the connection whose last reply lies back furthest, or that never had one, and says what
    /// slot it had; nil when all are at work.
    package func endLongestIdle() -> Listener.Slot? {
        guard let connection = idlest.next(of: connections) else { return nil }
        connection.abandon()
        return connection.slot
    }

    /// From now on each reply tells its client that the connection ends; connections are taken all the same.
    package func beginDraining() {
        isDraining = true
    }

    /// Returns when all connections are gone: after their reply, those that get no request after
    /// `idleMilliseconds`, and by force after `timeoutMilliseconds`.
    package func drain(
        idleMilliseconds: Int, timeoutMilliseconds: Int, on loop: isolated EventLoop
    ) async {
        beginDraining()
        let now = MonotonicInstant.now
        idleDeadline = now.adding(milliseconds: idleMilliseconds)
        drainDeadline = now.adding(milliseconds: timeoutMilliseconds)
        if idleMilliseconds <= 0 { endIdle(on: loop) }
        guard !connections.isEmpty else { return }
        await withUnsafeContinuation { task in
            if connections.isEmpty { task.resume() } else { drained = task }
        }
    }

    /// Has its connections keep no more than what all loops may together.
    func share(_ budget: BufferBudget) {
        self.budget = budget
        budgetIndex = budget.join()
    }

    func nextRequestID() -> RequestID { ids.next() }

    /// Field lines beside the reply's own.
    func addedLines(for head: RequestHead?, answeredBy response: Response) -> [UInt8] {
        let lines = crossOrigin.lines(for: head, answeredBy: response)
        return front.map { $0.lines + lines } ?? lines
    }

    /// A connection has closed its descriptor.
    func forget(_ connection: Connection) {
        let last = connections.removeLast()
        if last !== connection {
            last.position = connection.position
            connections[connection.position] = last
        }
        onConnectionClosed(connection.peer)
        if connections.isEmpty {
            drained?.resume()
            drained = nil
        }
    }

    private func refuse(_ descriptor: Int32, _ peer: PeerAddress) {
        close(descriptor)
        onConnectionClosed(peer)
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

    private func endIdle(on loop: isolated EventLoop) {
        for index in connections.indices.reversed() where index < connections.count {
            connections[index].endIfIdle(on: loop)
        }
    }

    /// Looks at every deadline. The list changes while it is walked, from its end only what was seen already.
    private func sweepNow(on loop: isolated EventLoop) {
        encoder.setDate(Int64(time(nil)))
        let now = MonotonicInstant.now
        let isOverdue = drainDeadline.map { now > $0 } ?? false
        if let idleDeadline, now > idleDeadline { endIdle(on: loop) }
        for index in connections.indices.reversed() where index < connections.count {
            if isOverdue {
                connections[index].close()
            } else {
                connections[index].checkDeadline(now, on: loop)
            }
        }
        sweepIdle(at: now, on: loop)
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

    /// A buffer that many replies have blown up is not kept.
    func giveBackOutput(_ output: consuming [UInt8]) {
        guard output.capacity <= 4 * limits.outputPendingBytesMax else { return }
        output.removeAll(keepingCapacity: true)
        spareOutput = output
    }
}
