internal import HTTP
internal import Service
internal import Values

/// Records up to a thousand events; each succeeds or fails alone.
struct PostEvents: Endpoint {
    static let eventsMax = 1000

    struct Input: BodyInput {
        /// Each event, or what is wrong with it.
        let events: [Result<EventInput, Problem>]

        init(_ fields: inout Fields) throws(Problem) {
            let elements = fields.objects("events", count: 1...PostEvents.eventsMax)
            events = try fields.finish(elements).map { element in
                var element = element
                return Result { () throws(Problem) in try EventInput(&element) }
            }
        }
    }

    struct Output: JSONOutput {
        let results: [Result<EventReply, Problem>]
        let isForServer: Bool

        func encode(to writer: inout JSONWriter) {
            writer.object { writer in
                writer.key("results")
                writer.array { writer in
                    for result in results { encode(result, to: &writer) }
                }
            }
        }

        private func encode(_ result: Result<EventReply, Problem>, to writer: inout JSONWriter) {
            writer.object { writer in
                switch result {
                case .success(let reply):
                    writer.member("status", 200)
                    EventReplyView(reply: reply, isForServer: isForServer).encodeMembers(to: &writer)
                case .failure(let problem):
                    writer.member("status", problem.status)
                    writer.key("problem")
                    problem.encode(to: &writer, requestID: nil)
                }
            }
        }
    }

    let events: EventService
    let limits: RateLimits

    func respond(to input: Input, on call: Call) async throws(Problem) -> Output {
        let read = input.events.map { input in
            input.flatMap { input in
                Result { () throws(Problem) in
                    (pointer: input.pointer, event: try input.event(from: call))
                }
            }
        }
        let valid = read.compactMap { try? $0.get().event }
        if let caller = call.userOrNil {
            try await serving { () throws(ServiceError) in
                try limits.eventsPerUser.take(RateLimitKey(caller.uuid), cost: max(1, valid.count))
            }
        }
        var outcomes = await events.record(valid)[...]
        // Nothing was taken in: the call as a whole may come again.
        if !valid.isEmpty, outcomes.allSatisfy({ $0.isUnavailable }) { throw .unavailable }
        let results = read.map { read in
            read.flatMap { pointer, _ in
                outcomes.removeFirst().mapError { Problem(event: $0, at: pointer) }
            }
        }
        return Output(results: results, isForServer: call.isServer)
    }
}

extension Result where Success == EventReply, Failure == ServiceError {
    fileprivate var isUnavailable: Bool {
        if case .failure(.unavailable) = self { true } else { false }
    }
}
