internal import Accounts
internal import Batching
internal import Forms
internal import HTTP
internal import JSON
internal import Limits
internal import Referrals
internal import Rewards
internal import Values

/// Records up to a thousand events; each succeeds or fails alone.
struct PostEvents: GuardedEndpoint, RepeatableEndpoint {
    static let eventsMax = 1000

    struct Input: BodyInput {
        /// Each event, or what is wrong with it.
        let events: [Result<EventInput, Problem>]

        static var schema: Schema {
            .closed(
                "EventBatchRequest", means: "Independent events.",
                [
                    "events": .array(of: EventInput.schema, count: 1...PostEvents.eventsMax).means(
                        "In the order in which they count.")
                ])
        }

        var externalIDs: Set<ExternalID> { Set(events.compactMap { try? $0.get().externalID }) }

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

        static var schema: Schema {
            .object(
                "EventBatchReply", means: "The results of a batch.",
                [
                    "results": .array(of: .eventResult).means(
                        "One for each event, in order; each succeeds or fails independently.")
                ])
        }

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
    let externalIDs: ExternalIDService
    let limits: RateLimits

    func admit(_ call: Call) throws(Problem) {
        if let caller = call.userOrNil { try limits.eventsPerUser.check(RateLimitKey(caller.uuid)) }
    }

    func respond(to input: Input, on call: Call) async throws(Problem) -> Output {
        let known = call.isServer ? try await externalIDs.named(input.externalIDs) : [:]
        let read = input.events.map { input in
            input.flatMap { input in
                Result { () throws(Problem) in
                    (pointer: input.pointer, event: try input.event(from: call, known))
                }
            }
        }
        let valid = read.compactMap { try? $0.get().event }
        if let caller = call.userOrNil {
            try limits.eventsPerUser.take(RateLimitKey(caller.uuid), cost: max(1, valid.count))
        }
        var recorded = await events.record(valid)[...]
        // Nothing was taken in: the call as a whole may come again.
        if !valid.isEmpty, recorded.allSatisfy({ $0.isUnavailable }) { throw .unavailable }
        // A merged player's app sends them all again with the account's token.
        if call.userOrNil != nil, let account = recorded.lazy.compactMap(\.account).first {
            throw .merged(into: account)
        }
        let results = read.map { read in
            read.flatMap { pointer, _ in
                recorded.removeFirst().mapError { $0.problem(at: pointer) }
            }
        }
        return Output(results: results, isForServer: call.isServer)
    }
}

extension PostEvents {
    var repeatable: [RepeatableCall] { [.eventBatch] }

    var operation: Operation {
        Operation(
            "postEvents", .events, "Record a batch of events",
            "The body can have 1 MiB. Each event succeeds or fails independently, in the order of the batch."
        )
        .takes([
            "events": [["id": "6f1a2f0e-0d55-4b1c-9a43-0c8f6e2b7d10", "type": "level_reached", "level": 5]]
        ])
        .gives(
            "A result for each event, in order.",
            example: [
                "results": [
                    ["status": 200, "event": EventView.example, "user": UserView.example, "rewards": []],
                    [
                        "status": 422,
                        "problem": [
                            "type": "/problems/validation",
                            "title": "Some fields are invalid",
                            "status": 422,
                            "errors": [
                                [
                                    "pointer": "/events/1/level",
                                    "code": "out_of_range",
                                    "detail": "The number must be 1 to 1000000.",
                                ]
                            ],
                        ],
                    ],
                ]
            ]
        )
        .refuses(.tooManyRequests)
    }
}

extension ExternalIDService {
    /// The users of these external ids; without ids there is no query.
    func named(_ ids: Set<ExternalID>) async throws(Problem) -> [ExternalID: UserID] {
        guard !ids.isEmpty else { return [:] }
        return try await mappingErrors { () throws(InfrastructureError) in try await users(ids) }
    }
}

extension Result where Success == EventReply, Failure == EventError {
    fileprivate var isUnavailable: Bool {
        if case .failure(.unavailable) = self { true } else { false }
    }

    /// The account that the event's player was merged into, where the event isn't recorded.
    fileprivate var account: UserID? {
        if case .failure(.merged(let account)) = self { account } else { nil }
    }
}

extension Schema {
    static var eventResult: Schema {
        .object(
            "EventResult",
            means: """
                The result of an event in a batch: with the status 200 like the reply to an event, with \
                others a problem.
                """,
            [
                "status": .integer(200...599).means("As for this event alone."),
                "event": EventView.schema.optional,
                "user": UserView.schema.optional,
                "rewards": .array(of: RewardView.schema).means("A user's own rewards; for a server all.")
                    .optional,
                "decisions": .array(of: DecisionView.schema).means(
                    "The decision of every rule; only for servers."
                )
                .optional,
                "problem": Problem.schema.optional,
            ])
    }
}
