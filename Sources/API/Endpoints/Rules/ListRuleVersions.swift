internal import Batching
internal import HTTP
internal import Referrals
internal import Rewards

/// What each change has made of a rule, newest first.
struct ListRuleVersions: Endpoint {
    struct Output: JSONOutput {
        let page: Page<StoredRule, Int64>

        static var schema: Schema {
            .object(
                "RuleVersionsPage", means: "Versions of a rule.",
                [
                    "versions": .array(of: RuleVersionView.schema).means("Newest first."),
                    "next_cursor": .nextCursor,
                ])
        }

        func encode(to writer: inout JSONWriter) {
            writer.object { writer in
                writer.member("versions", page.items.map(RuleVersionView.init))
                writer.member("next_cursor", page.next?.description)
            }
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

private struct RuleVersionView: JSONEncodable {
    let stored: StoredRule

    static var schema: Schema {
        .object(
            "RuleVersion", means: "A rule as a change has made it; `state` is the rule's, as it is now.",
            [
                "rule": RuleView.schema,
                "changed_at": .time.means("When."),
                "changed_by": .string(upTo: 1_024).means("By which key, or command."),
            ])
    }

    func encode(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("rule", RuleView(stored))
            writer.member("changed_at", stored.changedAt)
            writer.member("changed_by", stored.changedBy)
        }
    }
}
