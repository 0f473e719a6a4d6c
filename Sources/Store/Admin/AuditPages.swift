package import FoundationEssentials
package import Postgres
package import Values

package protocol AuditPages: Statement where Row == AuditEntry {}

extension AuditPages {
    package static func decode(_ row: inout RowReader) throws(PostgresError) -> AuditEntry {
        try row.readAuditEntry()
    }
}

/// A page of what was done by hand, newest first.
package struct ListAuditEntries: AuditPages {
    package static let sql = AuditPage.sql(where: "true", from: 1)
    let page: AuditPage

    package init(_ page: AuditPage) {
        self.page = page
    }

    package func bind(to parameters: inout Parameters) {
        page.bind(to: &parameters)
    }
}

/// The same of one actor.
package struct ListAuditEntriesOfActor: AuditPages {
    package static let sql = AuditPage.sql(where: "a.actor = $1", from: 2)
    let actor: String
    let page: AuditPage

    package init(_ actor: String, _ page: AuditPage) {
        self.actor = actor
        self.page = page
    }

    package func bind(to parameters: inout Parameters) {
        parameters.add(actor)
        page.bind(to: &parameters)
    }
}

/// The same of one kind.
package struct ListAuditEntriesOfAction: AuditPages {
    package static let sql = AuditPage.sql(where: "a.action = $1", from: 2)
    let action: String
    let page: AuditPage

    package init(_ action: String, _ page: AuditPage) {
        self.action = action
        self.page = page
    }

    package func bind(to parameters: inout Parameters) {
        parameters.add(action)
        page.bind(to: &parameters)
    }
}

/// The same about one user.
package struct ListAuditEntriesAbout: AuditPages {
    package static let sql = AuditPage.sql(where: "a.uid = $1", from: 2)
    let uid: UserID
    let page: AuditPage

    package init(_ uid: UserID, _ page: AuditPage) {
        self.uid = uid
        self.page = page
    }

    package func bind(to parameters: inout Parameters) {
        parameters.add(uid)
        page.bind(to: &parameters)
    }
}

/// Where a page of the audit begins, and what it is of.
package struct AuditPage: Equatable, Sendable {
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

    func bind(to parameters: inout Parameters) {
        parameters.add(before)
        parameters.add(Int64(limit))
        span.bind(to: &parameters)
    }
}

extension RowReader {
    mutating func readAuditEntry() throws(PostgresError) -> AuditEntry {
        AuditEntry(
            id: try read(), actor: try read(), action: try read(), uid: try readOptionalUserID(),
            detail: try read(), createdAt: try readTimestamp(), before: try read(), after: try read())
    }
}
