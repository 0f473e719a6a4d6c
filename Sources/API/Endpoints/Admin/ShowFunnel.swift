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
            query: Field(
                optional: "from", .day,
                "The first day, in the programme's time zone. Default: 30 days before `until`."),
            Field(optional: "until", .day, "The day after the last one. Default: tomorrow."),
            Field(
                "by", .choice("day", "channel", "campaign"), or: FunnelDimension.day,
                "What each row stands for. Default: days.")
        ) { Input(from: $0, until: $1, dimension: $2) }
    }

    let funnel: FunnelService

    func respond(to input: Input, on call: Call) async throws(Problem) -> FunnelView {
        let until = input.until.map { Int32(clamping: $0.days) } ?? funnel.today + 1
        let from = input.from.map { Int32(clamping: $0.days) } ?? until - 30
        guard from < until, Int(until) - Int(from) <= FunnelService.daysMax else {
            throw .field(
                "/until", .outOfRange,
                "The range must have 1 to \(FunnelService.daysMax) days from `from` on.")
        }
        return FunnelView(
            funnel: try await mappingErrors { () throws(InfrastructureError) in
                try await funnel.funnel(in: from..<until, by: input.dimension)
            })
    }
}

extension ShowFunnel {
    var operation: Operation {
        Operation(
            "showFunnel", .administration, "Show the invite funnel",
            """
            The funnel from invites to players who earned a reward. Each step counts on the day on \
            which it was taken, so a later step can be larger than an earlier one. `claimed` counts players \
            who named a referrer at the first start, by confidence, `rejected` included. `anonymous` counts \
            players with a recorded referrer. `k_factor` is the number of new players that each player \
            brings: invites per player × sign-ups per invite.

            Rows by channel and campaign use the labels of the opened link that the claim's receipt names. \
            `name` is null for players without such a link, for links without labels, and for all names \
            after the first 100 of a day.
            """
        )
        .gives("The funnel, and its parts.")
    }
}
