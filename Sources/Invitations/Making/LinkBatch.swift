internal import Basics
internal import Links
internal import Postgres
internal import Referrals
internal import Store
internal import Values

/// Makes a batch of links: one statement for those whose code is free, which is nearly always all of them.
struct LinkBatch {
    typealias LinkResult = Result<MadeLink, LinkError>

    /// Codes tried for one link; where short ones are mostly taken, they get longer meanwhile.
    private static let attemptsMax = 20

    let pool: PostgresPool
    let codes: LinkCodes
    let now: Timestamp

    func make(_ requests: [NewLink]) async throws(PostgresError) -> [LinkResult] {
        var results = [LinkResult](repeating: .failure(.unavailable), count: requests.count)
        var indices = Array(requests.indices)
        for _ in 0..<Self.attemptsMax where !indices.isEmpty {
            let links = indices.map { link(requests[$0]) }
            var (stored, added) = try await store(links)
            var refused: [Int] = []
            for (index, link) in zip(indices, links) {
                let there = stored[link.code]
                let isMine = there?.hasSameContent(as: link) ?? false
                if requests[index].code == .random(.short) { codes.noteShort(isTaken: !isMine) }
                if let there, isMine {
                    let isNew = added.remove(link.code) != nil
                    results[index] = .success(MadeLink(link: there, isNew: isNew))
                } else if case .random = requests[index].code {
                    refused.append(index)
                } else {
                    results[index] = .failure(.aliasInUse)
                }
            }
            indices = refused
        }
        return results
    }

    private func link(_ request: NewLink) -> Link {
        let code =
            switch request.code {
            case .alias(let code): code
            case .random(let suffix): codes.make(suffix)
            }
        return Link(code: code, spec: request.spec, owner: request.owner, createdAt: now)
    }

    /// The content of each code afterwards, and the new codes.
    private func store(
        _ links: [Link]
    ) async throws(PostgresError) -> (stored: [LinkCode: Link], added: Set<LinkCode>) {
        var byCode = Dictionary(links.map { ($0.code, $0) }) { first, _ in first }
        let added: [LinkCode] = try await pool.run(InsertLinks(Array(byCode.values)))
        let taken = Array(Set(byCode.keys).subtracting(added))
        for code in taken { byCode[code] = nil }
        guard !taken.isEmpty else { return (byCode, Set(added)) }
        let found: [Link] = try await pool.run(FindLinks(taken))
        for link in found { byCode[link.code] = link }
        return (byCode, Set(added))
    }
}

extension Link {
    /// Whether it leads and looks the same, and is the same owner's. A Branch link with an `identity` has an
    /// owner only where the secret came with it.
    func hasSameContent(as other: Link) -> Bool {
        (owner == other.owner || spec.legacy[LinkSpec.legacyIdentity] != nil)
            && spec.isWrittenOut(as: other.spec)
    }
}

extension LinkSpec {
    /// Whether both are stored alike: an empty part is no part.
    fileprivate func isWrittenOut(as other: LinkSpec) -> Bool {
        data == other.data && isOneTime == other.isOneTime && expiresAt == other.expiresAt
            && [(channel, other.channel), (feature, other.feature), (campaign, other.campaign)]
                .allSatisfy { $0.isSpelled(as: $1) }
            && tags.map(Spelling.init) == other.tags.map(Spelling.init)
            && legacy.mapValues(Spelling.init) == other.legacy.mapValues(Spelling.init)
            && LongLink.print(self) == LongLink.print(other)
    }
}
