internal import EventLoops

/// Decides by the head who may send a body, if the body did not come with it: bodies of other clients are
/// not kept.
extension Connection {
    /// Refuses now what the head alone refuses, asks the route about the caller, and only then lets the rest
    /// come.
    func decideByHead(on loop: isolated EventLoop) {
        guard let request = current, let head = request.head, !request.isBodyWelcome else { return }
        request.isBodyWelcome = true
        mayKeep = true
        isAdmitted = false
        if let decided = request.decided { return finish(decided, closes: true) }
        guard let route = request.route, let admission = route.admission else { return askForBody(head) }
        phase = .handling
        generation += 1
        let call = Request(
            head: head, body: [], peer: peer, id: request.id, pattern: route.pattern,
            parameters: request.parameters)
        guard let way = request.way else { return ask(admission, call, on: loop) }
        ask({ request in await way.serve { await admission(request) } }, call, on: loop)
    }

    /// Mostly the answer is known here and now, as a handler's is that doesn't wait.
    private func ask(_ admission: @escaping Route.Admission, _ call: Request, on loop: isolated EventLoop) {
        let awaited = generation
        let task = Task.immediate(priority: EventLoop.taskPriority) {
            _ = loop
            let refusal = await admission(call)
            decided(refusal, generation: awaited, on: loop)
        }
        if phase == .handling, generation == awaited { handlerTask = task }
    }

    private func decided(_ refusal: Response?, generation awaited: Int, on loop: isolated EventLoop) {
        guard phase == .handling, generation == awaited, let head = current?.head else { return }
        handlerTask = nil
        if let refusal {
            finish(refusal, closes: true)
        } else {
            isAdmitted = true
            phase = .body
            setDeadline(after: limits.bodyTimeoutMilliseconds, from: .now)
            askForBody(head)
        }
        if !isParsing { goOn(on: loop) }
    }

    private func askForBody(_ head: RequestHead) {
        let hasBegun = (current?.bodyBytes ?? 0) > 0
        if head.expectsContinue, !hasBegun { write { ResponseEncoder.appendContinue(to: &$0) } }
    }
}
