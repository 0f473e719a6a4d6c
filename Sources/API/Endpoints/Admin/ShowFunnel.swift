internal import Basics
internal import Batching
internal import Forms
internal import HTTP
internal import JSON
internal import Referrals
internal import Reporting

/// How far invites came.
struct ShowFunnel: Endpoint {
    struct Input: FormedQuery {
        let from: CivilDate?
        let until: CivilDate?
        let dimension: FunnelDimension

        static let form = RequestForm(
            query: Field(optional: "from", .day, "The first day, UTC; 30 days before `until` unless told."),
            Field(optional: "until", .day, "The first day that is beyond; tomorrow unless told."),
            Field(
                "by", .choice("day", "channel", "campaign"), or: FunnelDimension.day,
                "What `rows` are of; days unless told.")
        ) { Input(from: $0, until: $1, dimension: $2) }
    }

    let funnel: FunnelService

    func respond(to input: Input, on call: Call) async throws(Problem) -> FunnelView {
        let until = input.until.map { Int32(clamping: $0.days) } ?? funnel.today + 1
        let from = input.from.map { Int32(clamping: $0.days) } ?? until - 30
        guard from < until, Int(until) - Int(from) <= FunnelService.daysMax else {
            throw .field(
                "/until", .outOfRange, "There must be 1 to \(FunnelService.daysMax) days from `from` on.")
        }
        return FunnelView(
            funnel: try await serving { () throws(CallFailure) in
                try await funnel.funnel(in: from..<until, by: input.dimension)
            })
    }
}

extension ShowFunnel {
    var operation: Operation {
        Operation(
            "showFunnel", .administration, "How far invites came",
            """
            From invites that players made to players of whom a rule gave a reward, each step on the day (UTC) on \
            which it was taken, so that a later one may be larger than the one before. `claimed` is who said at \
            the first start who brought it, by how surely, `rejected` among them; `anonymous` those of whom it was \
            recorded. `k_factor` is how many players each player brings: invites a player × how many of them become \
            players.

            By channel and campaign it is what the link says that was opened, and that a claim's receipt told the \
            sign-up of; `name` is null for players who came otherwise, for links that say nothing, and for all \
            beyond the first 100 names of a day.
            """
        )
        .gives("The funnel, and its parts.")
    }
}
