internal import Accounts
internal import Forms
internal import HTTP
internal import JSON
internal import Limits
internal import Referrals
internal import Rewards
internal import Values

/// Records one event and grants what it deserves.
struct PostEvent: GuardedEndpoint, RepeatableEndpoint {
    struct Input: BodyInput {
        let event: EventInput

        static var schema: Schema { EventInput.schema }

        init(_ fields: inout Fields) throws(Problem) {
            event = try EventInput(&fields)
        }
    }

    let events: EventService
    let externalIDs: ExternalIDService
    let limits: RateLimits

    func admit(_ call: Call) throws(Problem) {
        if let caller = call.userOrNil { try limits.eventsPerUser.check(RateLimitKey(caller.uuid)) }
    }

    func respond(to input: Input, on call: Call) async throws(Problem) -> EventReplyView {
        guard call.isServer, let id = input.event.externalID else {
            return try await record(try input.event.event(from: call), input, call)
        }
        let known = try await externalIDs.named([id])
        return try await record(try input.event.event(from: call, known), input, call)
    }

    private func record(
        _ event: Event, _ input: Input, _ call: Call
    ) async throws(Problem) -> EventReplyView {
        if let caller = call.userOrNil { try limits.eventsPerUser.take(RateLimitKey(caller.uuid)) }
        switch await events.record([event])[0] {
        case .success(let reply): return EventReplyView(reply: reply, isForServer: call.isServer)
        case .failure(let error): throw error.problem(at: input.event.pointer)
        }
    }
}

extension PostEvent {
    var repeatable: [RepeatableCall] { [.event] }

    var operation: Operation {
        Operation(
            "postEvent", .events, "Record an event",
            "Repeating the call returns the first reply, with `event.replayed` true."
        )
        .takes(["id": "6f1a2f0e-0d55-4b1c-9a43-0c8f6e2b7d10", "type": "level_reached", "level": 5])
        .gives(
            "The result of the event.",
            example: [
                "event": EventView.example,
                "user": UserView.example,
                "rewards": [
                    [
                        "id": "01938f3f-1c40-7f62-9e44-1c2d3e4f5061",
                        "rule": "level-5",
                        "beneficiary": "01938f3e-4100-7a10-9b02-13f2c4d5e6a7",
                        "role": "referrer",
                        "subject": "01938f3e-5a00-7c3d-8f21-6a1b0c9d2e41",
                        "currency": "pieces_of_eight",
                        "amount": 50,
                        "status": "paid",
                        "granted_at": "2026-11-21T12:10:00.000Z",
                        "release_at": .null,
                    ]
                ],
                "decisions": [
                    DecisionView.example, ["rule": "level-5", "outcome": "paid", "reason": "deserved"],
                ],
            ]
        )
        .refuses(
            "The event is invalid, or its id is used for another one.",
            EventError.eventIDReused.problem(at: "")
        )
        .refuses(.tooManyRequests)
    }
}
