internal import Batching
internal import Forms
internal import FoundationEssentials
internal import HTTP
internal import JSON
internal import Referrals
internal import Rewards
internal import Values

/// A page of what waits for an administrator, oldest first, with what is known of both players.
struct ListReviews: Endpoint {
    struct Input: FormedQuery {
        let rule: RuleName?
        let code: String?
        let page: PageInput

        static let form = RequestForm(
            query: Field(optional: "rule", .ruleName, "Only of this rule."),
            Field(
                optional: "code", Codec(.string(1...63), text: \.self, parse: FieldValues.trustCode),
                "With this code among the reasons."), .page
        ) { Input(rule: $0, code: $1, page: $2) }
    }

    struct Output: JSONOutput, Formed {
        let page: Page<Review, UUID>

        static let form = Form<Self>("ReviewsPage", means: "Rewards that wait for an administrator.") {
            Member("reviews", { $0.page.items.map(ReviewView.init) }, "Oldest first.")
            Member(nextCursor: \.page.next?.lowercaseText)
        }
    }

    let reviews: ReviewService

    func respond(to input: Input, on call: Call) async throws(Problem) -> Output {
        let cursor = try input.page.cursor { UUID(text: $0) }
        return Output(
            page: try await mappingErrors { () throws(InfrastructureError) in
                try await reviews.waiting(
                    rule: input.rule, code: input.code, after: cursor, limit: input.page.limit)
            })
    }
}

extension ListReviews {
    var operation: Operation {
        Operation("listReviews", .administration, "List reviews")
            .gives(
                "A page, oldest first.", example: ["reviews": [ReviewView.example], "next_cursor": .null])
    }
}

extension FieldValues {
    static func trustCode(_ text: String) throws(FieldError) -> String {
        try require(
            TrustCodes.allNames.contains(text) ? text : nil,
            "Must be one of \(TrustCodes.allNames.joined(separator: ", ")).")
    }
}
