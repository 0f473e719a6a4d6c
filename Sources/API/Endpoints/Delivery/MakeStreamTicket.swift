internal import Delivery
internal import Forms
internal import HTTP
internal import JSON
internal import Referrals

/// A ticket with which a browser's `EventSource` opens the caller's stream.
struct MakeStreamTicket: Endpoint {
    struct Input: FormedOptionalInput {
        let after: ChangeCursor?

        static let form = RequestForm(
            "StreamTicketRequest", means: "Where the stream begins.",
            Field(
                optional: "after", .changeCursor,
                "The `id` of the last event read, to resume. Default: the stream begins with the state.")
        ) { Input(after: $0) }
    }

    struct Output: JSONOutput, Formed {
        let ticket: String
        var status: Int { 201 }

        static let form = Form<Self>("StreamTicketReply", means: "A ticket.") {
            Member(
                "ticket", .string(upTo: 256), \.ticket, "Valid once, for 60 seconds.", sample: "st_AZOPPlqA…")
        }
    }

    let streams: StreamService
    let gate: Gate

    func respond(to input: Input, on call: Call) async throws(Problem) -> Output {
        let holder = try await streams.holder(of: call.request, gate)
        guard let ticket = streams.makeTicket(for: holder, after: input.after) else { throw .forbidden }
        return Output(ticket: ticket)
    }
}

extension MakeStreamTicket {
    var operation: Operation {
        Operation(
            "makeStreamTicket", .delivery, "Create a ticket for the stream",
            "For browsers: `new EventSource('/v1/users/me/stream?ticket=' + ticket)`."
        )
        .takes(["after": "1042.20778"])
        .gives(201, "The ticket.")
    }
}
