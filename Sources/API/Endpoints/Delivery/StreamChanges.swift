internal import Delivery
internal import Forms
internal import HTTP
internal import JSON
internal import Referrals

/// The feed of changes as a stream.
struct StreamChanges: StreamingEndpoint {
    private static let waitMilliseconds = 15_000
    private static let pageRows = 1_000

    struct Input: FormedQuery {
        let after: ChangeCursor?
        let types: [ChangeType]

        static let form = RequestForm(
            query: Field(
                optional: "after", .changeCursor,
                "Where to begin; `Last-Event-ID` counts instead of it. Default: the oldest change kept."),
            Field("types", .changeTypes, or: [], "Only these types, separated by commas. Default: all.")
        ) { Input(after: $0, types: $1) }
    }

    let feed: ChangeFeed

    func stream(_ input: Input, on call: Call, through pieces: ResponsePieces) async throws(Problem) {
        let last = call.request.headers["last-event-id"].flatMap(ChangeCursor.init(text:))
        let types = input.types.isEmpty ? nil : input.types.map(\.rawValue)
        var cursor = last ?? input.after
        let writer = StreamWriter(pieces)
        while true {
            let page = try await mappingErrors { () throws(ChangeFeedError) in
                try await feed.page(
                    after: cursor, types: types, of: nil, limit: Self.pageRows,
                    waitingMilliseconds: pieces.hasBegun ? Self.waitMilliseconds : 0)
            }
            if !pieces.hasBegun {
                guard writer.begin(), call.request.method != .head else { return }
            }
            for row in page.rows where await !writer.change(row, as: row.type) { return }
            if page.rows.isEmpty, await !writer.comment() { return }
            cursor = page.next
        }
    }
}

extension StreamChanges {
    var operation: Operation {
        Operation(
            "streamChanges", .delivery, "Stream the feed of changes",
            "Each event has the change's type as its name, and its cursor as `id`."
        )
        .gives(
            "The events.",
            as: Content(
                type: "text/event-stream", schema: .string,
                example: "id: 1042.20778\nevent: balance.changed\ndata: {\"type\":\"balance.changed\"}\n\n")
        )
        .refuses("Not all types of changes are written.", ChangeFeedError.off.problem)
        .refuses(
            "Changes behind the cursor are no longer kept.",
            ChangeFeedError.gone(oldest: ChangeCursor(position: 1_042, day: 20_778)).problem)
    }
}
