internal import Accounts
internal import Batching
internal import Crypto
internal import Delivery
internal import Forms
internal import HTTP
internal import JSON
internal import Referrals
internal import Values

/// Streams changes of the calling user: the counterpart of `observe` in the Realtime Database.
struct StreamOwnChanges: StreamingEndpoint {
    struct Input: FormedQuery {
        let ticket: String?

        static let form = RequestForm(
            query: Field(
                optional: "ticket", .string(1...256),
                "A ticket of `POST /v1/users/me/stream/tickets`, for a browser's `EventSource`, which sends no "
                    + "`Authorization`.")
        ) { Input(ticket: $0) }
    }

    let streams: StreamService
    let states: UserStateReader
    let gate: Gate

    func stream(_ input: Input, on call: Call, through pieces: ResponsePieces) async throws(Problem) {
        let opened = await pieces.apart { await open(input, call) }
        guard let stream = try opened.get() else { return }
        defer { streams.hub.close(stream) }
        let writer = StreamWriter(pieces)
        guard writer.begin(), call.request.method != .head else { return }
        await send(stream, by: writer)
    }

    /// - Returns: nil for a ticket that was used: 204 stops an `EventSource`.
    private func open(_ input: Input, _ call: Call) async -> Result<StreamSubscription?, Problem> {
        do throws(Problem) {
            let (holder, after) = try await admit(input, call)
            guard let holder else { return .success(nil) }
            return .success(
                try await mappingErrors { () throws(InfrastructureError) in
                    try await streams.hub.open(for: holder, after: after)
                })
        } catch {
            return .failure(error)
        }
    }

    /// - Returns: no holder for a ticket that was used.
    private func admit(
        _ input: Input, _ call: Call
    ) async throws(Problem) -> (holder: StreamHolder?, after: ChangeCursor?) {
        let last = call.request.headers["last-event-id"].flatMap(ChangeCursor.init(text:))
        guard let text = input.ticket else {
            return (try await streams.holder(of: call.request, gate), last)
        }
        guard let ticket = streams.ticket(text) else { throw .unauthenticated }
        try gate.limitReads(of: .user(UserID(ticket.claims.uid), sid: ticket.claims.sid))
        let isNew = try await mappingErrors { () throws(InfrastructureError) in try await streams.use(ticket)
        }
        return (isNew ? StreamHolder(ticket.claims) : nil, last ?? ticket.after)
    }

    private func send(_ stream: StreamSubscription, by writer: StreamWriter) async {
        while true {
            let isOpen: Bool
            switch await stream.next() {
            case .success(.comment): isOpen = await writer.comment()
            case .success(.renewal): isOpen = await writer.event("renew", JSONValue.object([]))
            case .success(.change(let row)):
                let name = ChangeType(rawValue: row.type)?.streamEvent ?? "change"
                isOpen = await writer.change(row, as: name)
            case .success(.state):
                isOpen = await writer.pieces.apart { await sendState(of: stream, by: writer) }
            case .failure(let end):
                if let problem = end.why.problem { _ = await writer.event("end", problem) }
                return
            }
            guard isOpen else { return }
        }
    }

    private func sendState(of stream: StreamSubscription, by writer: StreamWriter) async -> Bool {
        do {
            let cursor = try await streams.hub.beginState(of: stream)
            let state = try await states.state(of: stream.holder.uid)
            return await writer.event("state", at: cursor, state)
        } catch {
            // The client comes back, and gets it then.
            return false
        }
    }
}

extension StreamSubscription.End {
    /// Told to the client; nil where it should come back.
    fileprivate var problem: EndedStream? {
        switch self {
        case .signedOut: EndedStream(type: .unauthenticated)
        case .merged: EndedStream(type: .merged)
        case .erased: EndedStream(type: .notFound)
        case .replaced: EndedStream(type: .tooManyRequests)
        case .closing: nil
        }
    }
}

/// The data of the event `end`.
private struct EndedStream: JSONEncodable {
    let type: ProblemType

    func encode(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("type", type.path)
            writer.member("title", type.title)
        }
    }
}

extension StreamOwnChanges {
    var operation: Operation {
        Operation(
            "streamOwnChanges", .delivery, "Stream the calling user's changes",
            """
            First the event `state`, then `balance`, `reward`, `referral` and `user` with each change, within \
            250 ms of its commit. `id` resumes by `Last-Event-ID` for an hour without gaps; later, or after \
            an overflow, the state comes again. `renew` comes 60 s before the token expires: open another \
            stream with a new one. `end` comes with a problem's type where the stream must not be reopened.
            """
        )
        .gives(
            "The events.",
            as: Content(
                type: "text/event-stream", schema: .string,
                example: "event: state\ndata: {\"balances\":{\"pieces_of_eight\":50}}\n\n")
        )
        .gives(204, "The ticket was used before.")
    }
}

extension StreamService {
    /// The holder of the request's token.
    func holder(of request: Request, _ gate: Gate) async throws(Problem) -> StreamHolder {
        guard let token = request.bearerToken else { throw .unauthenticated }
        guard case .user(let uid, let sid) = try await gate.caller(of: request, for: .user) else {
            throw .forbidden
        }
        guard sid != nil else { return holder(bearerOf: uid) }
        guard let holder = holder(of: token) else { throw .unauthenticated }
        return holder
    }
}
