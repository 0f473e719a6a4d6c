internal import Batching
internal import Forms
internal import HTTP
internal import JSON
internal import Referrals
internal import Rewards

/// What each change has made of a rule, newest first.
struct ListRuleVersions: Endpoint {
    struct Output: JSONOutput, Formed {
        let page: Page<StoredRule, Int64>

        static let form = Form<Self>("RuleVersionsPage", means: "Versions of a rule.") {
            Member("versions", { $0.page.items.map(RuleVersionView.init) }, "Newest first.")
            Member(nextCursor: \.page.next?.description)
        }
    }

    let rules: RuleService

    func respond(to input: PageInput, on call: Call) async throws(Problem) -> Output {
        let name = try call.pathRule()
        let cursor = try input.numberCursor()
        return Output(
            page: try await serving { () throws(RuleError) in
                try await rules.versions(of: name, before: cursor, limit: input.limit)
            })
    }
}

extension ListRuleVersions {
    var operation: Operation {
        Operation("listRuleVersions", .programme, "What each change has made of a rule")
            .gives("A page, newest first.", example: ["versions": [], "next_cursor": .null])
            .refuses(.noRule)
    }
}

private struct RuleVersionView: Formed {
    let stored: StoredRule

    static let form = Form<Self>(
        "RuleVersion", means: "A rule as a change has made it; `state` is the rule's, as it is now."
    ) {
        Member("rule", { RuleView($0.stored) })
        Member("changed_at", .time, \.stored.changedAt, "When.")
        Member("changed_by", .string(upTo: 1_024), \.stored.changedBy, "By which key, or command.")
    }
}
