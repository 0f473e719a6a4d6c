package import Batching
package import Links
package import Postgres
internal import Referrals
internal import Store

/// Takes links over from elsewhere, under the codes they had there.
package struct LinkImport {
    package enum ImportResult: Equatable, Sendable {
        case added
        /// The same link is there already.
        case repeated
        /// Another link has the code.
        case conflict
    }

    private static let batchLinksMax = 500

    private let pool: PostgresPool

    /// - Parameter pool: of connections as the owner or as the service.
    package init(pool: PostgresPool) {
        self.pool = pool
    }

    /// Adds the links, in batches of 500; returns a result for each, in order. Repeating the call changes
    /// nothing.
    package func add(_ links: [Link]) async throws(DatabaseError) -> [ImportResult] {
        var results: [ImportResult] = []
        var rest = links[...]
        while !rest.isEmpty {
            let batch = Array(rest.prefix(Self.batchLinksMax))
            results += try await DatabaseError.telling { () throws(PostgresError) in
                try await addBatch(batch)
            }
            rest = rest.dropFirst(Self.batchLinksMax)
        }
        return results
    }

    private func addBatch(_ links: [Link]) async throws(PostgresError) -> [ImportResult] {
        let first = Dictionary(links.map { ($0.code, $0) }) { first, _ in first }
        let added: [LinkCode] = try await pool.run(InsertLinks(Array(first.values)))
        var isNew = Set(added)
        let found: [Link] = try await pool.run(FindLinks(Array(first.keys)))
        let stored = Dictionary(uniqueKeysWithValues: found.map { ($0.code, $0) })
        return links.map { link in
            if isNew.remove(link.code) != nil { return .added }
            return stored[link.code]?.hasSameContent(as: link) == true ? .repeated : .conflict
        }
    }
}
