internal import Batching
internal import Forms
internal import FoundationEssentials
internal import HTTP
internal import JSON
internal import Referrals
internal import Rewards
internal import Values

/// A page of all users' rewards that match, newest first.
struct ListAllRewards: Endpoint {
    struct Input: FormedQuery {
        let filter: RewardFilter
        let page: PageInput

        static let form = RequestForm(
            query: Field(optional: "status", .rewardStatus, "Only rewards with this status."),
            Field(optional: "rule", .ruleName, "Rewards of one rule."),
            Field(optional: "from", .time, "Given at this time or later."),
            Field(optional: "until", .time, "Given before this time."),
            Field(optional: "beneficiary", .uid, "Rewards of one user, for the newest players first."), .page
        ) {
            var filter = RewardFilter()
            (filter.status, filter.rule, filter.from, filter.until, filter.beneficiary) = ($0, $1, $2, $3, $4)
            return Input(filter: filter, page: $5)
        }
    }

    let rewards: RewardService

    func respond(to input: Input, on call: Call) async throws(Problem) -> ListRewards.Output {
        let isOfUser = input.filter.beneficiary != nil
        let cursor = try input.page.cursor { RewardsCursor(cursor: $0, isOfUser: isOfUser) }
        let page = try await mappingErrors { () throws(InfrastructureError) in
            try await rewards.all(input.filter, after: cursor, limit: input.page.limit)
        }
        return ListRewards.Output(rewards: page.items, next: page.next?.cursor, showsCodes: true)
    }
}

extension ListAllRewards {
    var operation: Operation {
        Operation(
            "listAllRewards", .administration, "List all users' rewards",
            "With several criteria, pages can be short or empty before the end."
        )
        .gives(
            "A page, newest first.",
            example: ["rewards": [Self.heldExample], "next_cursor": .null])
    }

    private static var heldExample: JSONValue {
        RewardView.example(with: [JSONMember("status", "held"), JSONMember("codes", ["burst"])])
    }
}
