internal import Batching
internal import Crypto
internal import FoundationEssentials
internal import HTTP
internal import Pages
internal import Referrals
internal import Reporting
internal import Service
internal import Values

/// Administrators' actions, newest first, with the state before and after.
struct AuditView: ConsoleView {
    let path = "/admin/audit"
    let right = Right.seeAudit
    let section: Section? = .audit

    func show(_ visit: Visit) async throws(Problem) -> Shown {
        let words = visit.words
        var filter = AuditFilter()
        filter.actor = visit.item("actor")
        filter.action = visit.item("action")
        let table = try await Self.table(visit, filter)
        return .page(title: words[.audit], tables: [table]) { writer in
            writer.filter(path, words) { writer in
                for (label, name) in [(Word.actor, "actor"), (.action, "action")] {
                    writer.field(
                        words[label],
                        [
                            .text("type", "text"), .text("name", name), .text("maxlength", "300"),
                            .text("value", visit.item(name) ?? ""),
                        ])
                }
            }
            table.write(to: &writer, words)
        }
    }

    static func table(_ visit: Visit, _ filter: AuditFilter) async throws(Problem) -> Table {
        let words = visit.words
        let titles: [Word] = [.time, .actor, .action, .player, .detail, .before, .after]
        return try await visit.fill(
            Table("audit", titles.map { words[$0] }, empty: words[.noAudit]),
            cursor: { UUID(text: $0) }, text: { $0.lowercaseText }
        ) { cursor, limit throws(Problem) in
            try await reading { () throws(InfrastructureError) in
                try await visit.services.audit.acts(filter, after: cursor, limit: limit)
            }
        } row: { act in
            [
                .time(act.createdAt), .foreign(act.actor), .code(act.action), .player(act.user),
                .foreign(act.detail), .ifAny(act.before), .ifAny(act.after),
            ]
        }
    }
}
