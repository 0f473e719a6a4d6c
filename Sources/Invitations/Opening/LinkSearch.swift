internal import Batching
package import Links
internal import Postgres
internal import Store
package import Values

/// Filters of an administrator's search for links; none means all.
package struct LinkSearch: Equatable, Sendable {
    package var text: String?
    /// The code that the text is, or that the short link names, which is found wherever it stands.
    package var code: LinkCode?
    package var creator: UserID?
    package var state: Link.State?

    package init() {}

    /// A short link names one link alone.
    package var isOfOne = false
}

/// One page: keys and whether they match in the order of an index, then the links that do.
struct LinkSearchRun {
    /// No index has what only a look at a link tells: a page is what is found of this many, and goes on
    /// behind them. It may be short, or empty, before the end.
    private static let lookedThroughMax = 1_000

    let search: LinkSearch
    let pool: PostgresPool

    func page(
        after cursor: LinkPosition?, limit: Int
    ) async throws(PostgresError) -> Page<Link, LinkPosition> {
        let first = try await named(after: cursor)
        guard !search.isOfOne else { return .part(first, next: nil) }
        guard first.count < limit else { return .part(first, next: .start) }
        let looked = looksThrough ? Self.lookedThroughMax : limit
        var filter = LinkFilter(limit: looked + 1)
        filter.text = search.text ?? ""
        filter.encodedText = LongLink.encoded(filter.text)
        filter.isOff = search.state.map { $0 == .off }
        filter.before = cursor
        let keys = Page(
            try await list(filter), lookingThrough: looked, limit: limit - first.count, for: isWanted,
            cursor: \.position)
        let links = try await pool.run(FindLinks(keys.items.map(\.position.code)))
        let byCode = Dictionary(uniqueKeysWithValues: links.map { ($0.code, $0) })
        return keys.compactMap { byCode[$0.position.code] }.preceded(by: first)
    }

    /// Of `state`, those that are on are nearly all, and have no index.
    private var looksThrough: Bool {
        search.text != nil || search.state == .on || search.state == .off && search.creator != nil
    }

    /// The one that the text names goes first, once.
    private func isWanted(_ link: ListedLink) -> Bool {
        link.isMatch && link.position.code != search.code
    }

    private func named(after cursor: LinkPosition?) async throws(PostgresError) -> [Link] {
        guard let code = search.code, cursor == nil else { return [] }
        return try await pool.run(FindLinks([code])).filter { link in
            (search.creator == nil || link.owner == search.creator)
                && (search.state == nil || link.state == search.state)
        }
    }

    private func list(_ filter: LinkFilter) async throws(PostgresError) -> [ListedLink] {
        if let creator = search.creator {
            return try await pool.run(ListLinksOfCreator(filter, creator: creator))
        }
        if search.state == .off { return try await pool.run(ListLinksOff(filter)) }
        return try await pool.run(ListLinks(filter))
    }
}
