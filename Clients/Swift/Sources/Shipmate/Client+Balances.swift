import Foundation

extension Client {
    /// Why one connection ended.
    private enum End { case lost, renew, over, noStream }

    func cachedBalances() -> Balances? {
        guard let cache = try? store.json(StoreKey.balances) else { return nil }
        let uid = session?.uid ?? (try? store.json(StoreKey.session))?["uid"].text
        return cache["uid"].text == uid ? Balances(amounts: cache["amounts"].amounts, source: .cached) : nil
    }

    func forgetBalances() {
        sequences.balances.forgetLast()
        lastEventID = nil
        do { try store.delete(StoreKey.balances) } catch { note(error, "balances") }
    }

    /// Follows the user's balances while a sequence of them is read.
    func follow() {
        guard !sequences.balances.isEmpty, session != nil else { return }
        run(.feed) { await $0.feed() }
    }

    private func feed() async {
        var (attempt, streams) = (0, true)
        while !Task.isCancelled {
            do {
                let end = try await streams ? stream() : poll()
                attempt = 0
                switch end {
                case .over: return
                case .renew: continue
                case .noStream: streams = false
                case .lost: try await Task.sleep(seconds: 3 * caller.backoffSeconds(1, base: 1))
                }
            } catch ShipmateError.signedOut { return } catch {
                if Task.isCancelled { return }
                note(error, "balances")
                (attempt, streams) = (attempt + 1, true)
                let pause = (error as? Problem)?.retryAfterSeconds ?? caller.backoffSeconds(attempt, base: 1)
                guard (try? await Task.sleep(seconds: pause)) != nil else { return }
            }
        }
    }

    private func stream() async throws -> End {
        let session = try await freshSession()
        var call = Call("GET", "/v1/users/me/stream")
        (call.token, call.timeLimitSeconds) = (session.accessToken, 20)
        call.headers["Accept"] = "text/event-stream"
        call.headers["Last-Event-ID"] = lastEventID
        var (parser, refusal, hasState) = (ServerSentEvents(), HTTPReply?.none, false)
        do {
            for try await part in options.transport.parts(of: caller.request(call)) {
                switch part {
                case .head(let head): refusal = head.status == 200 ? nil : head
                case .body(let data) where refusal != nil: refusal?.body.append(data)
                case .body(let data):
                    for event in parser.read(data) {
                        hasState = true
                        if let end = try await handle(event, session) { return end }
                    }
                }
            }
        } catch  where !hasState && !(error is ShipmateError) {
            try Task.checkCancellation()
            return .noStream
        }
        guard let refusal else { return .lost }
        return try await refused(Problem(refusal), session)
    }

    private func refused(_ problem: Problem, _ session: Session) async throws -> End {
        switch problem.status {
        case 401:
            guard problem.type == .unauthenticated else { throw problem }
            _ = try await refreshed(session)
            return .renew
        case 404, 405, 406, 501: return .noStream
        default: throw problem
        }
    }

    private func handle(_ event: ServerSentEvents.Event, _ session: Session) async throws -> End? {
        lastEventID = event.id ?? lastEventID
        let data = try JSON(Data(event.data.utf8))
        switch event.name {
        case "state": show(data["balances"].amounts)
        case "balance": apply(data)
        case "renew":
            _ = try await refreshed(session)
            return .renew
        case "end":
            guard Problem.Kind(problem: data["type"].text) == .unauthenticated else { return .over }
            _ = try await refreshed(session)
            return .renew
        default: break
        }
        return nil
    }

    /// For networks whose proxies don't let streams through.
    private func poll() async throws -> End {
        var call = Call("GET", "/v1/users/me/changes?wait=25" + (lastEventID.map { "&after=\($0)" } ?? ""))
        (call.timeLimitSeconds, call.tries) = (40, 1)
        let reply = try await authorized(call)
        if !reply["state"].isNull { show(reply["state"]["balances"].amounts) }
        for change in reply["changes"].list { apply(change) }
        lastEventID = try reply.required("next_cursor")
        return .renew
    }

    private func apply(_ change: JSON) {
        guard change["type"].text == "balance.changed", let currency = change["data"]["currency"].text,
            let balance = change["data"]["balance"].int
        else { return }
        var amounts = sequences.balances.last?.amounts ?? cachedBalances()?.amounts ?? [:]
        amounts[currency] = balance
        show(amounts)
    }

    private func show(_ amounts: [String: Int]) {
        let new = Balances(amounts: amounts, source: .live)
        guard let uid = session?.uid, new != sequences.balances.last else { return }
        let cache = JSON.object(["uid": .text(uid), "amounts": .object(amounts.mapValues(JSON.int))])
        // What the player has seen is there after a kill.
        do { try store.put(StoreKey.balances, cache.data) } catch { note(error, "balances") }
        sequences.balances.send(new)
    }
}
