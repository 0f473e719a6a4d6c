package import FoundationEssentials
package import Postgres
package import Values

package protocol AuditPages: Statement where Row == AuditEntry {}

extension AuditPages {
    package static func decode(_ row: inout RowReader) throws(PostgresError) -> AuditEntry {
        try row.readAuditEntry()
    }
}

/// A page of administrators' actions, newest first.
package struct ListAuditEntries: AuditPages {
    package static let route = Route.coordinator
    package static let sql = AuditPage.sql(where: "true", from: 1)
    package let parameters: Parameters
    package init(_ page: AuditPage) { parameters = Parameters(page) }
}

/// The same of one actor.
package struct ListAuditEntriesOfActor: AuditPages {
    package static let route = Route.coordinator
    package static let sql = AuditPage.sql(where: "a.actor = $1", from: 2)
    package let parameters: Parameters
    package init(_ actor: String, _ page: AuditPage) { parameters = Parameters(actor, page) }
}

/// The same of one kind.
package struct ListAuditEntriesOfAction: AuditPages {
    package static let route = Route.coordinator
    package static let sql = AuditPage.sql(where: "a.action = $1", from: 2)
    package let parameters: Parameters
    package init(_ action: String, _ page: AuditPage) { parameters = Parameters(action, page) }
}

/// The same about one user.
package struct ListAuditEntriesAbout: AuditPages {
    package static let route = Route.coordinator
    package static let sql = AuditPage.sql(where: "a.uid = $1", from: 2)
    package let parameters: Parameters
    package init(_ uid: UserID, _ page: AuditPage) { parameters = Parameters(uid, page) }
}

/// Where a page of the audit begins, and what it is of.
package struct AuditPage: Equatable, Bindable, Sendable {
    let before: UUID?
    let span: PageSpan
    package let limit: Int

    package init(before: UUID?, in span: PageSpan = .always, limit: Int) {
        self.before = before
        self.span = span
        self.limit = limit
    }

    static func sql(where condition: String, from first: Int) -> String {
        """
        SELECT a.id, a.actor, a.action, a.uid, a.detail, a.created_at, a.before, a.after
        FROM audit_entries AS a
        WHERE \(condition) AND a.id < coalesce($\(first), \(PageEnds.uuid))
            AND \(PageSpan.sql("a.id", "a.created_at", from: first + 2))
        ORDER BY a.id DESC LIMIT $\(first + 1)
        """
    }

    package func bind(to parameters: inout Parameters) {
        parameters.add(before)
        parameters.add(Int64(limit))
        parameters.add(span)
    }
}

extension RowReader {
    mutating func readAuditEntry() throws(PostgresError) -> AuditEntry {
        AuditEntry(
            id: try read(), actor: try read(), action: try read(), uid: try readOptionalUserID(),
            detail: try read(), createdAt: try readTimestamp(), before: try read(), after: try read())
    }
}
