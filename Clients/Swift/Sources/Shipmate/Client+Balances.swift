import Foundation

extension Client {
    /// Why one connection ended.
    private enum End { case lost, renew, replaced, noStream, otherPlayer }

    /// The player whose balances are followed.
    private struct Place {
        let uid: String
        var amounts: [String: Int] = [:]
        /// Of the stream's last change, or of the last page.
        var lastEventID: String?
    }

    func cachedBalances() -> Balances? {
        guard let cache = try? store.json(StoreKey.balances), let uid = cache["uid"].text else { return nil }
        let current = session?.uid ?? (try? store.json(StoreKey.session))?["uid"].text
        return uid == current ? Balances(amounts: cache["amounts"].amounts, source: .cached, uid: uid) : nil
    }

    func forgetBalances() {
        do { try store.delete(StoreKey.balances) } catch { note(error, "balances") }
    }

    /// Follows the balances of the player who is there, while a sequence of them is read.
    func follow() {
        guard !sequences.balances.isEmpty else { return }
        run(.feed) { await $0.feed() }
    }

    /// The session has changed. What was shown of another player is taken back at once.
    func followAnew() {
        if let last = sequences.balances.last, last.uid != session?.uid {
            sequences.balances.send(Balances(amounts: [:], source: .cached, uid: session?.uid))
        }
        stop(.feed)
        follow()
    }

    private static var uptimeSeconds: Double { Double(DispatchTime.now().uptimeNanoseconds) / 1e9 }

    private func feed() async {
        while !Task.isCancelled {
            guard let session = try? await readable() else {
                try? await Task.sleep(seconds: 5)
                continue
            }
            await feed(Place(uid: session.uid))
        }
    }

    /// Until another player is there. At most one connection a second, and fewer after failures.
    private func feed(_ player: Place) async {
        var (place, failures, streams) = (player, 0, true)
        while !Task.isCancelled {
            let began = Self.uptimeSeconds
            var pause = 0.0
            do {
                switch try await streams ? stream(&place) : poll(&place) {
                case .otherPlayer: return followAnew()
                case .noStream:
                    streams = false
                    continue
                // The session has too many streams: another one would end that of another process.
                case .replaced: streams = false
                case .lost: pause = 3 * caller.backoffSeconds(1, base: 1)
                case .renew: break
                }
                failures = Self.uptimeSeconds - began > 5 || !streams ? 0 : failures + 1
            } catch {
                if Task.isCancelled { return }
                note(error, "balances")
                (failures, streams) = (failures + 1, true)
                pause = (error as? Problem)?.retryAfterSeconds ?? 0
                // Finds out that the player was merged, and has to sign in.
                if (error as? Problem)?.type == .merged { _ = try? await user() }
            }
            if failures > 0 { pause = max(pause, caller.backoffSeconds(failures, base: 1)) }
            try? await Task.sleep(seconds: max(pause, 1 - (Self.uptimeSeconds - began)))
            guard !Task.isCancelled else { return }
            if (try? await readable())?.uid != place.uid { return followAnew() }
        }
    }

    private func stream(_ place: inout Place) async throws -> End {
        let session = try await freshSession()
        guard session.uid == place.uid else { return .otherPlayer }
        var call = Call("GET", "/v1/users/me/stream")
        (call.token, call.timeLimitSeconds) = (session.accessToken, 20)
        call.headers["Accept"] = "text/event-stream"
        call.headers["Last-Event-ID"] = place.lastEventID
        var (parser, refusal, hasState) = (ServerSentEvents(), HTTPReply?.none, false)
        do {
            for try await part in options.transport.parts(of: caller.request(call)) {
                switch part {
                case .head(let head): refusal = head.status == 200 ? nil : head
                case .body(let data) where refusal != nil: refusal?.body.append(data)
                case .body(let data):
                    // Another process may have signed in meanwhile: this stream is of the player before.
                    guard try await readable()?.uid == place.uid else { return .otherPlayer }
                    try Task.checkCancellation()
                    for event in parser.read(data) {
                        hasState = true
                        if let end = try handle(event, &place) {
                            if end == .renew { _ = try await refreshed(session) }
                            return end
                        }
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

    private func handle(_ event: ServerSentEvents.Event, _ place: inout Place) throws -> End? {
        place.lastEventID = event.id ?? place.lastEventID
        let data = try JSON(Data(event.data.utf8))
        switch event.name {
        case "state": show(data["balances"].amounts, &place)
        case "balance": apply(data, &place)
        case "renew": return .renew
        case "end": return Problem.Kind(problem: data["type"].text) == .unauthenticated ? .renew : .replaced
        default: break
        }
        return nil
    }

    /// For networks whose proxies don't let streams through.
    private func poll(_ place: inout Place) async throws -> End {
        let session = try await freshSession()
        guard session.uid == place.uid else { return .otherPlayer }
        let after = place.lastEventID.map { "&after=\($0)" } ?? ""
        var call = Call("GET", "/v1/users/me/changes?wait=25" + after)
        (call.timeLimitSeconds, call.tries, call.token) = (40, 1, session.accessToken)
        let reply: JSON
        do { reply = try await caller.value(call) } catch let problem as Problem where problem.status == 401 {
            return try await refused(problem, session)
        }
        guard try await readable()?.uid == place.uid else { return .otherPlayer }
        try Task.checkCancellation()
        if !reply["state"].isNull { show(reply["state"]["balances"].amounts, &place) }
        for change in reply["changes"].list { apply(change, &place) }
        place.lastEventID = try reply.required("next_cursor")
        return .renew
    }

    private func apply(_ change: JSON, _ place: inout Place) {
        guard change["type"].text == "balance.changed", let currency = change["data"]["currency"].text,
            let balance = change["data"]["balance"].int
        else { return }
        var amounts = place.amounts
        amounts[currency] = balance
        show(amounts, &place)
    }

    private func show(_ amounts: [String: Int], _ place: inout Place) {
        place.amounts = amounts
        let new = Balances(amounts: amounts, source: .live, uid: place.uid)
        guard new != sequences.balances.last else { return }
        let cache = JSON.object(["uid": .text(place.uid), "amounts": .object(amounts.mapValues(JSON.int))])
        // What the player has seen is there after a kill.
        do { try store.put(StoreKey.balances, cache.data) } catch { note(error, "balances") }
        sequences.balances.send(new)
    }
}
