internal import Batching
internal import FoundationEssentials
internal import HTTP
internal import Reporting
internal import Values

/// A page of what was done by hand, newest first.
struct ListAudit: Endpoint {
    struct Input: QueryInput {
        let filter: AuditFilter
        let page: PageInput

        static var parameters: [Parameter] {
            [
                .query(
                    "actor", .string(1...255),
                    "Who did it, as the entries have it; of a key its name or its id will do."),
                .query("user", .uuid, "About whom."),
                .query("action", .string(1...64), "What was done, such as `ledger.adjustment`."),
                .query("from", .time, "What was done then or later."),
                .query("until", .time, "What was done before."),
            ] + PageInput.parameters
        }

        init(_ fields: inout Fields) {
            var filter = AuditFilter()
            filter.actor = fields.optionalString("actor", length: 1...255)
            filter.user = fields.optionalValue("user", FieldValues.uid)
            filter.action = fields.optionalString("action", length: 1...64)
            filter.from = fields.optionalValue("from", FieldValues.time)
            filter.until = fields.optionalValue("until", FieldValues.time)
            self.filter = filter
            page = PageInput(&fields)
        }
    }

    struct Output: JSONOutput {
        let page: Page<AdministrativeAct, UUID>

        static var schema: Schema {
            .object(
                "AuditPage", means: "A page of what was done by hand.",
                [
                    "entries": .array(of: ActView.schema).means("Newest first."),
                    "next_cursor": .nextCursor,
                ])
        }

        func encode(to writer: inout JSONWriter) {
            writer.object { writer in
                writer.member("entries", page.items.map(ActView.init))
                writer.member("next_cursor", page.next?.lowercaseText)
            }
        }
    }

    let audit: AuditService

    func respond(to input: Input, on call: Call) async throws(Problem) -> Output {
        let cursor = try input.page.cursor { UUID(text: $0) }
        return Output(
            page: try await serving { () throws(CallFailure) in
                try await audit.acts(input.filter, after: cursor, limit: input.page.limit)
            })
    }
}

extension ListAudit {
    var operation: Operation {
        Operation(
            "listAudit", .administration, "What was done by hand, by whom",
            "What is searched for by several criteria may come in short pages, or empty ones, before the end."
        )
        .gives("A page, newest first.", example: ["entries": [ActView.example], "next_cursor": .null])
    }
}

private struct ActView: JSONEncodable {
    let act: AdministrativeAct

    static var schema: Schema {
        .object(
            "AuditEntry", means: "Something that was done by hand.",
            [
                "id": .uuid.means("Names the entry."),
                "actor": .string(upTo: 512).means(
                    "The key that did it, by name and id, or who ran the command."),
                "action": .string(upTo: 64).example("ledger.adjustment", "reward.reverse").means(
                    "What was done."),
                "uid": .uuid.orNull.means("The user that it was about; null for none."),
                "detail": .string(upTo: 4096).means("In words."),
                "before": .map(of: .any).orNull.means("What it found; null where nothing is known of that."),
                "after": .map(of: .any).orNull.means("What it left; null where nothing is known of that."),
                "created_at": .time.means("When."),
            ])
    }

    static var example: JSONValue {
        [
            "id": "01938f3e-9f20-7e51-8d33-0b1c2d3e4f51",
            "actor": "key console (01938f3e-4100-7a10-9b02-13f2c4d5e6a7)",
            "action": "ledger.adjustment",
            "uid": "01938f3e-5a00-7c3d-8f21-6a1b0c9d2e41",
            "detail": "-5 pieces_of_eight: Paid twice by the old system",
            "before": ["balance": 30],
            "after": ["balance": 25],
            "created_at": "2026-11-21T12:30:00.000Z",
        ]
    }

    func encode(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("id", act.id)
            writer.member("actor", act.actor)
            writer.member("action", act.action)
            writer.member("uid", act.user)
            writer.member("detail", act.detail)
            writer.member("before", Self.json(act.before))
            writer.member("after", Self.json(act.after))
            writer.member("created_at", act.createdAt)
        }
    }

    private static func json(_ text: String?) -> JSONValue {
        text.flatMap { try? JSONParser.parse(Array($0.utf8)) } ?? .null
    }
}
