internal import Batching
internal import Forms
internal import HTTP
internal import JSON
internal import Referrals
internal import Rewards

/// All rules, in the order in which they decide; those written in Swift come last.
struct ListRules: Endpoint {
    struct Output: JSONOutput, Formed {
        let rules: [RuleView]
        let next: RuleName?

        static let form = Form<Self>("RulesPage", means: "Rules.") {
            Member("rules", \.rules, "In the order in which they decide.")
            Member(nextCursor: \.next?.description)
        }
    }

    let rules: RuleService

    func respond(to input: PageInput, on call: Call) async throws(Problem) -> Output {
        let stored = try await mappingErrors { () throws(InfrastructureError) in try await rules.all() }
        let all = stored.map { RuleView($0) } + rules.code.map { RuleView(code: $0) }
        // A rule is archived, and never gone.
        let start =
            try input.cursor { cursor in all.firstIndex { $0.name.description == cursor } }
            .map { $0 + 1 } ?? 0
        let page = Array(all[start...].prefix(input.limit))
        return Output(
            rules: page, next: start + page.count < all.count ? page.last?.name : nil)
    }
}

extension ListRules {
    var operation: Operation {
        Operation("listRules", .programme, "List rules")
            .gives("A page.", example: ["rules": [RuleView.example], "next_cursor": .null])
    }
}
