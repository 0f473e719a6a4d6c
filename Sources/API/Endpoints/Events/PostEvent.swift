internal import HTTP
internal import Referrals
internal import Service
internal import Values

/// Records one event and grants what it deserves.
struct PostEvent: Endpoint {
    struct Input: BodyInput {
        let event: EventInput

        init(_ fields: inout Fields) throws(Problem) {
            event = try EventInput(&fields)
        }
    }

    let events: EventService
    let limits: RateLimits

    func respond(to input: Input, on call: Call) async throws(Problem) -> EventReplyView {
        let event = try input.event.event(from: call)
        if let caller = call.userOrNil {
            try await serving { () throws(ServiceError) in
                try limits.eventsPerUser.take(RateLimitKey(caller.uuid))
            }
        }
        switch await events.record([event])[0] {
        case .success(let reply): return EventReplyView(reply: reply, isForServer: call.isServer)
        case .failure(let error): throw Problem(event: error, at: input.event.pointer)
        }
    }
}
