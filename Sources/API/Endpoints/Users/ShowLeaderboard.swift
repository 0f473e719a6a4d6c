internal import Batching
internal import HTTP
internal import Referrals
internal import Reporting
internal import Values

/// Those whom friends brought most, and the caller's own place.
struct ShowLeaderboard: Endpoint {
    struct Input: QueryInput {
        let currency: Currency
        let span: LeaderSpan

        static var parameters: [Parameter] {
            [
                .query("currency", .name, "Of which currency.", isRequired: true),
                .query(
                    "days", .choice("1", "7", "30", "all"),
                    "What friends brought within so many days (UTC), today included; all unless told."),
            ]
        }

        init(_ fields: inout Fields) throws(Problem) {
            let currency = fields.optionalValue("currency", FieldValues.currency)
            span = fields.optionalValue("days", FieldValues.leaderSpan) ?? .all
            try fields.finish()
            guard let currency else { throw .field("/currency", .required, "This field is needed.") }
            self.currency = currency
        }
    }

    struct Output: JSONOutput {
        let board: LeaderBoard
        /// Nil for a key, which is told whose the places are.
        let caller: UserID?

        func encode(to writer: inout JSONWriter) {
            writer.object { writer in
                writer.member("currency", board.currency.description)
                writer.member("days", board.span.rawValue)
                writer.member("counted_until", board.countedUntil)
                writer.member(
                    "leaders",
                    board.places.map { LeaderView(place: $0.place, leader: $0.leader, caller: caller) })
                guard caller != nil else { return }
                writer.key("me")
                writer.object { writer in
                    writer.key("place")
                    if let place = board.ownPlace { writer.integer(place) } else { writer.null() }
                    writer.member("amount", board.ownAmount)
                }
            }
        }
    }

    let leaders: LeaderService

    func respond(to input: Input, on call: Call) async throws(Problem) -> Output {
        let caller = call.userOrNil
        return Output(
            board: try await serving { () throws(CallFailure) in
                try await leaders.board(in: input.currency, within: input.span, for: caller)
            }, caller: caller)
    }
}

extension ShowLeaderboard {
    var operation: Operation {
        Operation(
            "showLeaderboard", .users, "Those whom friends brought most",
            """
            The first \(LeaderService.placesMax) by what they were paid for their friends, less what was taken back, \
            and a user's own place. Who has as much shares a place; blocked users have none. A name and a picture are \
            there only of players whose profile says `"public": true`; a uid only for keys. What is paid is in it at \
            once; where very much is, a minute or two later: `counted_until` says until when all is in it.
            """
        )
        .gives("The leaders, the first one first.")
    }
}

private struct LeaderView: JSONEncodable {
    let place: Int
    let leader: Leader
    let caller: UserID?

    func encode(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("place", Int64(place))
            writer.member("name", leader.name)
            writer.member("image_url", leader.imageURL)
            writer.member("amount", leader.amount)
            if let caller {
                writer.member("is_me", leader.uid == caller)
            } else {
                writer.member("uid", leader.uid.description)
            }
        }
    }
}

extension ShowLeaderboard.Output {
    static var schema: Schema {
        .object(
            "Leaderboard", means: "Those whom friends brought most.", example: example,
            [
                "currency": .currency,
                "days": .openChoice("1", "7", "30", "all").means("Within how many days, today included."),
                "counted_until": .time.orNull.means("Until when all is in it; null before anything is."),
                "leaders": .array(of: leader).means("The first one first."),
                "me": .object(
                    "OwnPlace", means: "The calling user's own place; absent for a key.",
                    [
                        "place": .integer(from: 1).orNull.means("Null for who was brought nothing."),
                        "amount": .count.means("What friends brought."),
                    ]
                ).optional,
            ])
    }

    private static var leader: Schema {
        .object(
            "Leader", means: "Somebody whom friends brought something.",
            [
                "place": .integer(from: 1).means("Shared by those who have as much."),
                "name": .string(upTo: 200).orNull.means("Null unless the player shows it to everybody."),
                "image_url": .uri.atMost(7168).orNull.means("The same."),
                "amount": .count.means("What friends brought."),
                "is_me": .boolean.means("Whether it is the caller; absent for a key.").optional,
                "uid": .uuid.means("Whose it is; for keys alone.").optional,
            ])
    }

    private static var example: JSONValue {
        [
            "currency": "pieces_of_eight", "days": "7", "counted_until": "2026-11-21T12:00:00.000Z",
            "leaders": [
                [
                    "place": 1, "name": "Anne Bonny", "image_url": "https://example.com/anne.png",
                    "amount": 1_500, "is_me": false,
                ],
                ["place": 2, "name": .null, "image_url": .null, "amount": 900, "is_me": true],
            ],
            "me": ["place": 2, "amount": 900],
        ]
    }
}

extension FieldValues {
    static func leaderSpan(_ text: String) throws(FieldError) -> LeaderSpan {
        try require(LeaderSpan(rawValue: text), "This is one of 1, 7, 30 and all.")
    }
}
