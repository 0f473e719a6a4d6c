internal import EventLoops
internal import Tracing

/// Replies that are made while they are sent (RFC 9112, section 7.1): the connection ends with each, in good
/// order when it is whole.
extension Connection {
    /// Starts the handler here and now.
    func run(_ streaming: @escaping Route.Streaming, _ call: Request, on loop: isolated EventLoop) {
        let awaited = generation
        let task = Task.immediate(priority: EventLoop.taskPriority) {
            _ = loop
            let pieces = ResponsePieces(line(generation: awaited, on: loop))
            let refusal =
                if let span = call.trace?.recording {
                    await span.run { await streaming(call, pieces) }
                } else {
                    await streaming(call, pieces)
                }
            ended(pieces, refusal, generation: awaited, on: loop)
        }
        if phase == .handling, generation == awaited { handlerTask = task }
    }

    private func line(generation awaited: Int, on loop: isolated EventLoop) -> ResponsePieces.Line {
        ResponsePieces.Line(
            begin: { [self] in begin($0, isBulk: $1, generation: awaited, on: loop) },
            send: { [self] piece in
                guard isStreaming, generation == awaited else { return false }
                send(piece, on: loop)
                return isStreaming
            },
            isFull: { [self] in isStreaming && outputPending > 0 },
            isOpen: { [self] in phase == .handling && generation == awaited },
            wait: { [self] in drained = $0 },
            apart: { await EventLoop.apart($0, on: loop) })
    }

    private func begin(
        _ head: Response, isBulk: Bool, generation awaited: Int, on loop: isolated EventLoop
    ) -> Bool {
        guard phase == .handling, generation == awaited, !isStreaming, let request = current else {
            return false
        }
        isStreaming = true
        if isBulk { makeBulky() }
        mayKeep = true
        var context = context(of: request, answering: head, closes: true)
        context.streams = request.head?.version == .http10 ? .toTheEnd : .chunks
        write { server.encoder.append(head, context, to: &$0) }
        streamedStatus = head.status
        streamedBytes = output.count - outputSent
        if head.body.isEmpty { pieceLeaves(on: loop) } else { send(head.body, on: loop) }
        return phase == .handling
    }

    private func send(_ piece: [UInt8], on loop: isolated EventLoop) {
        if current?.head?.method != .head {
            let isChunked = current?.head?.version != .http10
            write { output in
                if isChunked { output.append(contentsOf: (String(piece.count, radix: 16) + "\r\n").utf8) }
                output.append(contentsOf: piece)
                if isChunked { output.append(contentsOf: "\r\n".utf8) }
            }
            streamedBytes += piece.count
        }
        pieceLeaves(on: loop)
    }

    /// Its time runs anew with each piece, as long as the peer takes them.
    private func pieceLeaves(on loop: isolated EventLoop) {
        setDeadline(after: limits.streamTimeoutMilliseconds, from: .now)
        flush(on: loop)
        account()
    }

    private func ended(
        _ pieces: ResponsePieces, _ refusal: Response, generation awaited: Int, on loop: isolated EventLoop
    ) {
        guard phase == .handling, generation == awaited, let request = current else { return }
        guard pieces.hasBegun else { return answered(refusal, generation: awaited, on: loop) }
        if pieces.isBroken { return abandon() }
        isStreaming = false
        handlerTask = nil
        if request.head?.version != .http10, request.head?.method != .head {
            write { $0.append(contentsOf: "0\r\n\r\n".utf8) }
        }
        current = nil
        isAdmitted = request.route?.admission != nil
        phase = .closing
        let now = MonotonicInstant.now
        servedAt = now
        setDeadline(after: limits.idleTimeoutMilliseconds, from: now)
        server.ended(
            request.exchange(status: streamedStatus, responseBytes: streamedBytes, now: now), at: now)
        goOn(on: loop)
    }

    /// The peer has taken all, or is gone.
    func resumeStream() {
        drained?.resume()
        drained = nil
    }
}
