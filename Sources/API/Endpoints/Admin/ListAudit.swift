internal import Batching
internal import Forms
internal import FoundationEssentials
internal import HTTP
internal import JSON
internal import Reporting
internal import Values

/// A page of administrators' actions, newest first.
struct ListAudit: Endpoint {
    struct Input: FormedQuery {
        let filter: AuditFilter
        let page: PageInput

        static let form = RequestForm(
            query: Field(
                optional: "actor", .string(1...255),
                "The actor as in the entries; for a key, its name or its id is enough."),
            Field(optional: "user", .uid, "The user concerned."),
            Field(optional: "action", .string(1...64), "The action, such as `ledger.adjustment`."),
            Field(optional: "from", .time, "Actions at this time or later."),
            Field(optional: "until", .time, "Actions before this time."), .page
        ) {
            var filter = AuditFilter()
            (filter.actor, filter.user, filter.action, filter.from, filter.until) = ($0, $1, $2, $3, $4)
            return Input(filter: filter, page: $5)
        }
    }

    struct Output: JSONOutput, Formed {
        let page: Page<AdministrativeAct, UUID>

        static let form = Form<Self>("AuditPage", means: "A page of the audit log.") {
            Member("entries", { $0.page.items.map(ActView.init) }, "Newest first.")
            Member(nextCursor: \.page.next?.lowercaseText)
        }
    }

    let audit: AuditService

    func respond(to input: Input, on call: Call) async throws(Problem) -> Output {
        let cursor = try input.page.cursor { UUID(text: $0) }
        return Output(
            page: try await mappingErrors { () throws(InfrastructureError) in
                try await audit.acts(input.filter, after: cursor, limit: input.page.limit)
            })
    }
}

extension ListAudit {
    var operation: Operation {
        Operation(
            "listAudit", .administration, "List the audit log",
            "With several criteria, pages can be short or empty before the end."
        )
        .gives("A page, newest first.", example: ["entries": [ActView.example], "next_cursor": .null])
    }
}

private struct ActView: Formed {
    let act: AdministrativeAct

    static let form = Form<Self>(
        "AuditEntry", means: "An action recorded in the audit log.", showsExample: false
    ) {
        Member("id", .uuid, \.act.id, "Identifies the entry.", sample: "01938f3e-9f20-7e51-8d33-0b1c2d3e4f51")
        Member(
            "actor", .string(upTo: 512), \.act.actor,
            "The key's name and id, or the operating system's user id that ran the command.",
            sample: "key console (01938f3e-4100-7a10-9b02-13f2c4d5e6a7)")
        Member(
            "action", .string(upTo: 64).example("ledger.adjustment", "reward.reverse"), \.act.action,
            "The action.", sample: "ledger.adjustment")
        Member(
            "uid", .uid, orNull: \.act.user, "The user concerned; null without one.",
            sample: "01938f3e-5a00-7c3d-8f21-6a1b0c9d2e41")
        Member(
            "detail", .string(upTo: 4096), \.act.detail, "In words.",
            sample: "-5 pieces_of_eight: Paid twice by the old system")
        Member(
            "before", as: state, "The previous state; null if unknown.",
            sample: ["balance": 30]
        ) { json($0.act.before).encode(to: &$1) }
        Member(
            "after", as: state, "The new state; null if unknown.", sample: ["balance": 25]
        ) { json($0.act.after).encode(to: &$1) }
        Member("created_at", .time, \.act.createdAt, "When.", sample: "2026-11-21T12:30:00.000Z")
    }

    private static let state = Schema.map(of: .any).orNull

    private static func json(_ text: String?) -> JSONValue {
        text.flatMap { try? JSONParser.parse(Array($0.utf8)) } ?? .null
    }
}
