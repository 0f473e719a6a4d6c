import Foundation

extension Client {
    /// Records an event, with or without a player.
    func record(_ event: Event) async throws -> String {
        let time = now
        let id = Event.id(at: time, random: options.random)
        try await journal.append(event.payload(id: id, at: time))
        run(.commit, again: true) { await $0.commit() }
        kick()
        return id
    }

    /// One sync for all records of the last moments.
    private func commit() async {
        try? await Task.sleep(seconds: 0.02)
        do { try await journal.sync() } catch { note(error, "journal") }
    }

    /// Sends in the background until nothing waits.
    func kick() {
        guard session != nil else { return }
        run(.send, again: true) { await $0.sendAll() }
    }

    private func sendAll() async {
        for attempt in 1... {
            let pause: Double
            do {
                try await Task.sleep(seconds: options.sendDelaySeconds)
                if try await drained().left == 0 { return }
                pause = caller.backoffSeconds(attempt, base: 1, most: 60)
            } catch ShipmateError.signedOut { return } catch is CancellationError { return } catch {
                note(error, "send")
                let problem = error as? Problem
                if let problem, !problem.isTemporary { return }
                pause = problem?.retryAfterSeconds ?? caller.backoffSeconds(attempt, base: 1, most: 60)
            }
            guard (try? await Task.sleep(seconds: pause)) != nil else { return }
        }
    }

    /// Makes what was recorded durable, and sends it.
    func flush() async throws -> Flush {
        try await journal.sync()
        return try await drained()
    }

    private func drained() async throws -> Flush {
        // One that runs may have looked before the last event was recorded, and its error is not this one's. One that
        // begins after it has not.
        if let draining { _ = try? await shared(draining) }
        try Task.checkCancellation()
        if let draining { return try await shared(draining) }
        let task = Task {
            defer { draining = nil }
            return try await drain()
        }
        draining = task
        return try await shared(task)
    }

    private func drain() async throws -> Flush {
        var sent = 0
        let lock = try await sendingLock()
        defer { withExtendedLifetime(lock) {} }
        let most = try await limits()
        batchEvents = most.events
        while true {
            let batch = try await journal.batch(events: batchEvents, bytes: most.bytes)
            guard !batch.payloads.isEmpty else { return Flush(sent: sent, left: 0) }
            let outcome: Outcome
            do { outcome = try await send(batch) } catch let problem as Problem
                where [400, 413, 422].contains(problem.status)
            {
                guard batch.payloads.count == 1 else {
                    batchEvents = max(1, batch.payloads.count / 2)
                    continue
                }
                outcome = Outcome(done: 1, rejected: [(0, problem.type, problem.status)])
            }
            try await settle(batch, outcome)
            batchEvents = min(most.events, batchEvents * 2)
            sent += outcome.done - outcome.rejected.count
            if let stopped = outcome.stopped { throw stopped }
        }
    }

    /// The server's own limits, asked for once they may matter, and at most once a flush.
    private func limits() async throws -> BatchLimits {
        if let batchLimits { return batchLimits }
        guard try await journal.summary().events > BatchLimits.unasked.events else { return .unasked }
        do {
            let told = BatchLimits(try await caller.value(Call("GET", "/v1/app"))["limits"])
            batchLimits = told
            return told
        } catch is Problem { return .unasked }
    }

    /// Waits while another process sends from the folder.
    private func sendingLock() async throws -> SendingLock {
        while true {
            if let lock = try await journal.sendingLock() { return lock }
            try await Task.sleep(seconds: 0.05)
        }
    }

    /// What the server did with the first `done` events. `stopped` is why it did not go on.
    private struct Outcome {
        var done = 0
        var rejected: [(index: Int, type: Problem.Kind, status: Int)] = []
        var stopped: Problem?
    }

    private func send(_ batch: Journal.Batch) async throws -> Outcome {
        var call = Call("POST", "/v1/events/batch")
        call.body = Self.body(of: batch)
        call.timeLimitSeconds = 30
        let results = try await authorized(call)["results"].list
        guard results.count == batch.payloads.count else { throw ShipmateError.offline }
        var outcome = Outcome()
        for (index, result) in results.enumerated() {
            let (problem, status) = (result["problem"], result["status"].int ?? 500)
            if status >= 500 || [401, 408, 429].contains(status) {
                outcome.stopped = Problem(status, problem)
                break
            }
            if status >= 400 {
                outcome.rejected.append((index, Problem.Kind(problem: problem["type"].text), status))
            }
            outcome.done += 1
        }
        return outcome
    }

    /// The payloads as they were recorded, not written anew.
    private static func body(of batch: Journal.Batch) -> Data {
        var body = Data("{\"events\":[".utf8)
        for (index, payload) in batch.payloads.enumerated() {
            if index > 0 { body.append(UInt8(ascii: ",")) }
            body.append(payload)
        }
        body.append(contentsOf: [UInt8(ascii: "]"), UInt8(ascii: "}")])
        return body
    }

    private func settle(_ batch: Journal.Batch, _ outcome: Outcome) async throws {
        let indices = outcome.rejected.map(\.index)
        let found = outcome.rejected.map { rejected in
            Rejection(
                id: Self.id(of: batch.payloads[rejected.index]), type: rejected.type, status: rejected.status)
        }
        try await setAside(found, indices.map { batch.payloads[$0] })
        try await journal.acknowledge(batch, count: outcome.done)
    }

    private func setAside(_ rejected: [Rejection], _ payloads: [Data]) async throws {
        guard !rejected.isEmpty else { return }
        try await journal.setAside(rejected, payloads: payloads)
        for rejection in rejected {
            options.log("event \(rejection.id): \(rejection.type)")
            sequences.rejections.send(rejection)
        }
    }

    /// Events of a player who leaves. What can't be sent is set aside, so that the next player doesn't get it.
    func setUnsentAside(sending: Bool = true) async throws {
        stop(.send)
        if sending && session != nil { _ = try? await drained() }
        while true {
            let batch = try await journal.batch(events: 500, bytes: 512 * 1024)
            guard !batch.payloads.isEmpty else { return }
            let rejected = batch.payloads.map { Rejection(id: Self.id(of: $0), type: .signedOut, status: 0) }
            try await setAside(rejected, batch.payloads)
            try await journal.acknowledge(batch, count: batch.payloads.count)
        }
    }

    private static func id(of payload: Data) -> String {
        (try? JSON(payload))?["id"].text ?? ""
    }
}

extension Problem.Kind {
    /// The player left before the event could be sent.
    public static let signedOut = Self(rawValue: "signed-out")
}
