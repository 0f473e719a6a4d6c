internal import Batching
internal import Delivery
internal import Forms
internal import HTTP
internal import JSON
internal import Referrals

/// The calling user's stream by long polling.
struct ListOwnChanges: Endpoint {
    struct Input: FormedQuery {
        let after: ChangeCursor?
        let waitSeconds: Int

        static let form = RequestForm(
            query: Field(
                optional: "after", .changeCursor,
                "The `next_cursor` of the previous reply. Default: the reply has the state."),
            Field("wait", .number(0...25, or: 0), or: 0, "Seconds to wait for a change if there is none.")
        ) { Input(after: $0, waitSeconds: $1) }
    }

    struct Output: JSONOutput, Formed {
        let state: UserStateView?
        let changes: [StoredChange]
        let next: ChangeCursor

        static let form = Form<Self>("OwnChangesPage", means: "Changes of the calling user.") {
            Member(
                "state", ifAny: \.state,
                "All that the user has. Only without `after`, and where changes after it may be missing.")
            Member("changes", { $0.changes.map(ChangeView.init) }, "Oldest first.", sample: [])
            Member(
                "next_cursor", .string(upTo: 64), \.next.text, "The `after` of the next call.",
                sample: "1042.20778")
        }
    }

    let streams: StreamService
    let states: UserStateReader
    let gate: Gate

    func respond(to input: Input, on call: Call) async throws(Problem) -> Output {
        let holder = try await streams.holder(of: call.request, gate)
        let page = try await mappingErrors { () throws(InfrastructureError) in
            try await streams.hub.page(
                of: holder, after: input.after, waitingMilliseconds: input.waitSeconds * 1_000)
        }
        if let page { return Output(state: nil, changes: page.rows, next: page.next) }
        let cursor = try await mappingErrors { () throws(InfrastructureError) in
            try await streams.hub.stateCursor()
        }
        return Output(state: try await states.state(of: holder.uid), changes: [], next: cursor)
    }
}

extension ListOwnChanges {
    var operation: Operation {
        Operation(
            "listOwnChanges", .delivery, "List the calling user's changes",
            "The same as the stream, for clients without one."
        )
        .gives("The state, or changes.")
    }
}
