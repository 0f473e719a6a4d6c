internal import Batching
internal import Forms
internal import HTTP
internal import JSON
internal import Referrals
internal import Reporting
internal import Values

/// The players with the highest rewards for friends, and the caller's own rank.
struct ShowLeaderboard: Endpoint {
    struct Input: FormedQuery {
        let currency: Currency
        let span: LeaderSpan

        static let form = RequestForm(
            query: Field(
                "currency", Codec(.name, text: \.description, parse: FieldValues.currency),
                "The currency."),
            Field(
                "days", .choice("1", "7", "30", "all"), or: LeaderSpan.all,
                "Rewards of this many days, today included, in the programme's time zone. Default: all.")
        ) { Input(currency: $0, span: $1) }
    }

    struct Output: JSONOutput {
        let board: LeaderBoard
        /// Nil for a key, which sees the uids.
        let caller: UserID?

    }

    let leaders: LeaderService

    func respond(to input: Input, on call: Call) async throws(Problem) -> Output {
        let caller = call.userOrNil
        return Output(
            board: try await mappingErrors { () throws(InfrastructureError) in
                try await leaders.board(in: input.currency, within: input.span, for: caller)
            }, caller: caller)
    }
}

extension ShowLeaderboard {
    var operation: Operation {
        Operation(
            "showLeaderboard", .users, "Show the leaderboard",
            """
            The first \(LeaderService.leadersMax) by what they were paid for their friends, less reversed \
            rewards, and a user's own place. Users with equal amounts share a place; blocked users have \
            none. Names and pictures are shown only for players whose profile has `"public": true`, and uids \
            only to keys. Payments count at once; in a new installation, after an outage or under heavy load within \
            two minutes. All payments until `counted_until` are included.
            """
        )
        .gives("The leaders, the first one first.")
    }
}

extension ShowLeaderboard.Output: Formed {
    static let form = Form<Self>(
        "Leaderboard", means: "The players with the highest rewards for their friends."
    ) {
        Member("currency", .currency, \.board.currency, sample: "pieces_of_eight")
        Member(
            "days", .openChoice("1", "7", "30", "all"), \.board.span, "The number of days, today included.",
            sample: "7")
        Member(
            "counted_until", .time, orNull: \.board.countedUntil,
            "The time until which all payments are included; null before the first.",
            sample: "2026-11-21T12:00:00.000Z")
        Member(
            "leaders",
            { output in
                output.board.ranks.map {
                    LeaderView(rank: $0.rank, leader: $0.leader, caller: output.caller)
                }
            }, "The first one first.",
            sample: [
                [
                    "place": 1, "name": "Anne Bonny", "image_url": "https://example.com/anne.png",
                    "amount": 1_500, "is_me": false,
                ],
                ["place": 2, "name": .null, "image_url": .null, "amount": 900, "is_me": true],
            ])
        Member(
            "me", ifAny: { $0.caller == nil ? nil : OwnRankView(board: $0.board) },
            sample: ["place": 2, "amount": 900])
    }
}

private struct OwnRankView: Formed {
    let board: LeaderBoard

    static let form = Form<Self>("OwnPlace", means: "The calling user's own place; absent for a key.") {
        Member(
            "place", .integer(from: 1), orNull: \.board.ownRank,
            "Null for a user without rewards for friends.")
        Member("amount", .count, \.board.ownAmount, "The sum of the rewards for friends.")
    }
}

private struct LeaderView: Formed {
    let rank: Int
    let leader: Leader
    let caller: UserID?

    static let form = Form<Self>("Leader", means: "A player with rewards for friends.") {
        Member("place", .integer(from: 1), { Int64($0.rank) }, "Users with equal amounts share it.")
        Member(
            "name", .string(upTo: 200), orNull: \.leader.name,
            "Null unless the player shows it to all players."
        )
        Member("image_url", .text(.uri.atMost(7168)), orNull: \.leader.imageURL, "The same.")
        Member("amount", .count, \.leader.amount, "The sum of the rewards for friends.")
        Member(
            "is_me", .boolean, ifAny: { view in view.caller.map { $0 == view.leader.uid } },
            "Whether it is the caller; absent for a key.")
        Member(
            "uid", .uid, ifAny: { $0.caller == nil ? $0.leader.uid : nil }, "The user's uid; only for keys.")
    }
}
