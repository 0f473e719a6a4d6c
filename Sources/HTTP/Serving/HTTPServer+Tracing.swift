internal import EventLoops
internal import Tracing

/// The spans of requests.
extension HTTPServer {
    /// Nil for a request that isn't traced, which costs two looks.
    func trace(_ request: CurrentRequest) -> RequestTrace? {
        let caller = request.head?.caller
        guard let tracer else { return caller.map { .logged(request.id.value, calledBy: $0) } }
        let isQuiet = request.route?.isVital ?? false
        return tracer.trace(request.id.value, calledBy: caller, isQuiet: isQuiet)
    }

    /// A reply was handed to the socket.
    func ended(_ exchange: Exchange, at now: MonotonicInstant) {
        onExchange(exchange)
        guard let trace = exchange.trace, let recording = trace.recording else { return }
        let start = MonotonicInstant(nanoseconds: now.nanoseconds - exchange.durationNanoseconds)
        tracer?.finish(
            FinishedSpan(
                recording.context, parent: trace.caller, isParentRemote: true,
                .request(
                    method: exchange.method.flatMap { Method(rawValue: $0)?.rawValue },
                    route: exchange.pattern, status: exchange.status),
                from: start, to: now))
    }
}
