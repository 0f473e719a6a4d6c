internal import EventLoops
internal import Tracing

/// From bytes to replies, one request after the other.
extension Connection {
    /// Parses and answers until it needs more bytes, a handler's answer, or a peer that takes its replies.
    ///
    /// - Returns: how many bytes were used; the others are to be given again.
    func parse(_ bytes: Span<UInt8>, on loop: isolated EventLoop) -> Int {
        var offset = 0
        isParsing = true
        defer { isParsing = false }
        while isReading, hasRoomForOutput(on: loop), let event = parser.next(in: bytes, from: &offset) {
            handle(event, in: bytes, on: loop)
        }
        if phase == .body { decideByHead(on: loop) }
        if phase == .idle, offset < bytes.count { begin() }
        return offset
    }

    private func hasRoomForOutput(on loop: isolated EventLoop) -> Bool {
        if largeBody == nil, outputPending <= limits.outputPendingBytesMax { return true }
        flush(on: loop)
        return isReading && largeBody == nil && outputPending <= limits.outputPendingBytesMax
    }

    private var isReading: Bool {
        switch phase {
        case .idle, .head, .body: true
        case .handling, .closing, .lingering, .closed: false
        }
    }

    private func handle(
        _ event: RequestParser.Event, in bytes: Span<UInt8>, on loop: isolated EventLoop
    ) {
        switch event {
        case .head(let head):
            headArrived(head)
        case .body(let range):
            bodyArrived(bytes.extracting(range))
        case .end:
            dispatch(on: loop)
        case .failure(let failure):
            fail(failure.problem)
        }
    }

    /// The first bytes of a request: its time runs from here.
    private func begin() {
        phase = .head
        if current == nil { current = CurrentRequest(id: server.nextRequestID(), startedAt: receivedAt) }
        setDeadline(after: limits.headerTimeoutMilliseconds, from: receivedAt)
    }

    private func headArrived(_ head: RequestHead) {
        let request = current ?? CurrentRequest(id: server.nextRequestID(), startedAt: receivedAt)
        current = request
        if let way = server.front?.way(head) {
            request.accept(way)
        } else {
            request.accept(head, router: server.router)
        }
        request.trace = server.trace(request)
        if slot == .reserved, request.route?.isVital != true { request.refuse(.unavailable) }
        parser.bodyBytesMax = bodyBytesMax(of: request.route)
        guard head.framing != .none else { return }
        phase = .body
        request.awaitsBody = true
        setDeadline(after: limits.bodyTimeoutMilliseconds, from: receivedAt)
    }

    private func bodyBytesMax(of route: Route?) -> Int {
        // Of what is refused nothing is kept.
        guard let route else { return limits.bodyBytesMax }
        let usual = route.admission == nil ? limits.strangerBodyBytesMax : limits.bodyBytesMax
        return route.bodyBytesMax ?? min(usual, limits.bodyBytesMax)
    }

    private func bodyArrived(_ piece: Span<UInt8>) {
        guard let current else { return }
        current.bodyBytes += piece.count
        if piece.count > Self.smallBodyBytesMax { mayKeep = true }
        // One second's grace for each second's worth of bytes.
        let grace = piece.count * 1_000 / max(1, limits.bodyBytesPerSecondMin)
        deadline = deadline.adding(milliseconds: grace)
        guard current.keepsBody else { return }
        piece.withUnsafeBufferPointer { current.body.append(contentsOf: $0) }
    }

    private func dispatch(on loop: isolated EventLoop) {
        guard let request = current, let head = request.head else { return }
        request.awaitsBody = false
        phase = .handling
        generation += 1
        guard request.decided == nil, let route = request.route else {
            return finish(request.decided ?? request.response(to: .notFound), closes: false)
        }
        if route.isBusy?() == true { return finish(request.response(to: .unavailable), closes: false) }
        let call = Request(
            head: head, body: request.body, peer: peer, id: request.id, pattern: route.pattern,
            parameters: request.parameters, trace: request.trace)
        request.body = []
        let own = route.takesLong == nil ? route.handlerTimeoutMilliseconds : nil
        setDeadline(after: own ?? limits.handlerTimeoutMilliseconds, from: receivedAt)
        if let streaming = route.streaming { return run(through(request.way, streaming), call, on: loop) }
        run(through(request.way, route.handler), call, on: loop)
    }

    private func through(_ way: Front.Way?, _ handler: @escaping Route.Handler) -> Route.Handler {
        guard let way else { return handler }
        return { request in
            await way.serve {
                guard let around = way.around else { return await handler(request) }
                return await around(request, handler, false)
            }
        }
    }

    private func through(_ way: Front.Way?, _ streaming: @escaping Route.Streaming) -> Route.Streaming {
        guard let way else { return streaming }
        return { request, pieces in
            await way.serve {
                guard let around = way.around else { return await streaming(request, pieces) }
                return await around(request, { await streaming($0, pieces) }, true)
            }
        }
    }

    /// Starts the handler here and now; one that doesn't wait has answered when this returns.
    private func run(_ handler: @escaping Route.Handler, _ call: Request, on loop: isolated EventLoop) {
        let awaited = generation
        let task = Task.immediate(priority: EventLoop.taskPriority) {
            _ = loop
            let response =
                if let trace = call.trace {
                    await trace.run { await handler(call) }
                } else {
                    await handler(call)
                }
            answered(response, generation: awaited, on: loop)
        }
        if phase == .handling, generation == awaited { handlerTask = task }
    }

    func answered(_ response: Response, generation awaited: Int, on loop: isolated EventLoop) {
        guard phase == .handling, generation == awaited else { return }
        handlerTask = nil
        finish(response, closes: false)
        if !isParsing { goOn(on: loop) }
    }

    /// The handler took too long. Its task is cancelled, and a late reply is dropped.
    func handlerTimedOut(_ now: MonotonicInstant, on loop: isolated EventLoop) {
        // A reply that has begun can't be replaced.
        if isStreaming { return abandon() }
        if getsLonger(now) { return }
        generation += 1
        handlerTask?.cancel()
        handlerTask = nil
        guard let current else { return close() }
        finish(current.response(to: .unavailable), closes: false)
        goOn(on: loop)
    }

    /// Whether the handler may go on for what it waits for. When that has come, it has the server's own limit
    /// once more, and never longer than the route's.
    private func getsLonger(_ now: MonotonicInstant) -> Bool {
        guard let route = current?.route, let most = route.handlerTimeoutMilliseconds,
            let takesLong = route.takesLong
        else { return false }
        let left = most - Int(now.milliseconds(since: receivedAt))
        guard left > 0, takesLong() else { return false }
        setDeadline(after: min(left, limits.handlerTimeoutMilliseconds), from: now)
        return true
    }

    func goOn(on loop: isolated EventLoop) {
        flush(on: loop)
        receivedAt = .now
        if phase == .idle || phase == .body { parsePending(on: loop) }
        account()
    }

    /// Answers a request that can't be served, and ends the connection.
    func fail(_ problem: Problem) {
        let request = current ?? CurrentRequest(id: server.nextRequestID(), startedAt: receivedAt)
        current = request
        finish(request.response(to: problem), closes: true)
    }

    /// Puts the reply behind those before it, and makes ready for the next request.
    func finish(_ response: Response, closes: Bool) {
        guard let request = current else { return }
        if response.isCut {
            request.way?.onReply?(0)
            return close()
        }
        request.way?.onReply?(response.status)
        current = nil
        let head = request.head
        let keepsAlive = head?.keepsAlive ?? false
        let ends =
            closes || request.awaitsBody || response.closesConnection || !keepsAlive || server.isDraining
            || slot == .reserved
        let context = context(of: request, answering: response, closes: ends)
        let (status, bytes) = write(response, context)
        isAdmitted = request.route?.admission != nil && status != 401 && status != 403
        if isAdmitted, !isBulk, bytes > ListeningSocket.bulkBytesMin { makeBulky() }
        phase = ends ? .closing : .idle
        let now = MonotonicInstant.now
        servedAt = now
        setDeadline(after: limits.idleTimeoutMilliseconds, from: now)
        server.ended(request.exchange(status: status, responseBytes: bytes, now: now), at: now)
    }

    func context(
        of request: CurrentRequest, answering response: Response, closes: Bool
    ) -> ResponseEncoder.Context {
        let head = request.head
        return ResponseEncoder.Context(
            requestID: request.id, isHead: head?.method == .head, closes: closes,
            saysKeepAlive: head?.version == .http10,
            crossOrigin: server.addedLines(for: head, answeredBy: response),
            copiedBodyBytesMax: limits.copiedBodyBytesMax)
    }
}
