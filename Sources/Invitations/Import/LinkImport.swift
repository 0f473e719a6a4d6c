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
        let first = Self.first(links)
        let added: [LinkCode] = try await pool.run(InsertLinks(Array(first.values)))
        let found: [Link] = try await pool.run(FindLinks(Array(first.keys)))
        return Self.results(of: links, added: added, stored: found)
    }

    /// The first link of each code, which is the one that is stored.
    static func first(_ links: [Link]) -> [LinkCode: Link] {
        Dictionary(links.map { ($0.code, $0) }) { first, _ in first }
    }

    /// - Parameter stored: the links with these codes, the added ones among them.
    static func results(of links: [Link], added: [LinkCode], stored: [Link]) -> [ImportResult] {
        let stored = Dictionary(uniqueKeysWithValues: stored.map { ($0.code, $0) })
        var isNew = Set(added)
        return links.map { link in
            if isNew.remove(link.code) != nil { return .added }
            return stored[link.code]?.hasSameContent(as: link) == true ? .repeated : .conflict
        }
    }

    /// The reason for which a link is not imported.
    package static func conflict(_ code: LinkCode) -> String { "another link has the suffix \(code)" }
}
