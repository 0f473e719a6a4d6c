internal import Batching
internal import Forms
internal import HTTP
internal import JSON
internal import Referrals
internal import Rewards

/// The versions of a rule, newest first.
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
            page: try await mappingErrors { () throws(RuleError) in
                try await rules.versions(of: name, before: cursor, limit: input.limit)
            })
    }
}

extension ListRuleVersions {
    var operation: Operation {
        Operation("listRuleVersions", .programme, "List a rule's versions")
            .gives("A page, newest first.", example: ["versions": [], "next_cursor": .null])
            .refuses(.noRule)
    }
}

private struct RuleVersionView: Formed {
    let stored: StoredRule

    static let form = Form<Self>(
        "RuleVersion", means: "A version of a rule; `state` is the rule's current one."
    ) {
        Member("rule", { RuleView($0.stored) })
        Member("changed_at", .time, \.stored.changedAt, "When.")
        Member("changed_by", .string(upTo: 1_024), \.stored.changedBy, "The key or command that made it.")
    }
}
