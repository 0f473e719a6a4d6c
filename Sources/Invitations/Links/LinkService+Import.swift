internal import Batching
internal import Ledger
package import Links
internal import Postgres
internal import Store
internal import Values

/// Links that an operator imports in the browser; `LinkImport` is for files of any length.
extension LinkService {
    /// Lines of one import, which is one transaction.
    package static let importLinesMax = 1_000

    /// The results that an import of the links would have now.
    package func importResults(
        of links: [Link]
    ) async throws(LinkError) -> [LinkImport.ImportResult] {
        let first = LinkImport.first(links)
        let stored = try await context.call(LinkError.self) { () throws(PostgresError) in
            try await context.pool.run(FindLinks(Array(first.keys)))
        }
        let added = Set(first.keys).subtracting(stored.map(\.code))
        let known = first.values.filter { added.contains($0.code) }
        return LinkImport.results(of: links, added: Array(added), stored: stored + known)
    }

    /// Adds the links with one entry in the audit. Repeating the call changes nothing.
    ///
    /// - Parameter links: `importLinesMax` at most.
    package func importLinks(
        _ links: [Link], by actor: String
    ) async throws(LinkError) -> [LinkImport.ImportResult] {
        let first = LinkImport.first(links)
        return try await context.call(LinkError.self) { () throws(PostgresError) in
            try await context.pool.transaction { transaction throws(PostgresError) in
                let added: [LinkCode] = try await transaction.send(InsertLinks(Array(first.values)))
                let stored: [Link] = try await transaction.send(FindLinks(Array(first.keys)))
                if !added.isEmpty { try await transaction.commit(insertAudit(of: added, by: actor)) }
                return LinkImport.results(of: links, added: added, stored: stored)
            }
        }
    }

    private func insertAudit(of added: [LinkCode], by actor: String) -> InsertAuditEntries {
        let entry = AuditEntry(
            id: context.makeID(), actor: actor, action: "link.import", uid: nil,
            detail: "links: \(added.count)", createdAt: now, after: AuditText.links(added))
        return InsertAuditEntries([entry], by: context.ledgerKey)
    }
}
