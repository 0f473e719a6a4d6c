package import Batching
package import FoundationEssentials
internal import Ledger
package import Links
internal import Postgres
internal import Store
internal import Values

/// Administrators' actions on links.
extension LinkService {
    /// A page of the links that match everything given, newest first; the one that is named goes first.
    package func links(
        _ search: LinkSearch, after cursor: LinkPosition?, limit: Int
    ) async throws(InfrastructureError) -> Page<Link, LinkPosition> {
        try await context.call { () throws(PostgresError) in
            var search = search
            // A merge moves the player's links to the account.
            if let creator = search.creator { search.creator = try await context.pool.account(of: creator) }
            return try await LinkSearchRun(search: search, pool: context.pool)
                .page(after: cursor, limit: limit)
        }
    }

    /// Makes a link that the profile has checked, with an entry in the audit.
    ///
    /// - Parameters:
    ///   - alias: nil for a code that can't be guessed.
    ///   - id: of the form: the same one gives the same link, once.
    /// - Throws: `.aliasInUse` when the code has other content.
    package func create(
        _ spec: LinkSpec, alias: LinkCode?, id: UUID, by actor: String
    ) async throws(LinkError) -> Link {
        let code = alias ?? .keyed("console \(id.lowercaseText)", key: inviteKey)
        let link = Link(code: code, spec: spec, owner: nil, createdAt: now)
        let isNew = try await context.call(LinkError.self) { () throws(PostgresError) in
            try await context.pool.transaction { transaction throws(PostgresError) in
                let added: [LinkCode] = try await transaction.send(InsertLinks([link]))
                guard !added.isEmpty else { return false }
                let audit = AuditEntry(
                    id: context.makeID(), actor: actor, action: "link.create", uid: nil,
                    detail: code.description, createdAt: now,
                    after: AuditText.link(LinkDigest(spec).description))
                try await transaction.commit(
                    NotifyLinkChanged(code), InsertAuditEntries([audit], by: context.ledgerKey))
                return true
            }
        }
        if isNew { return link }
        let there = try await stored(code)
        guard there.hasSameContent(as: link) else { throw .aliasInUse }
        return there
    }

    /// Switches a link off, or on again. Repeating the call changes nothing. Every process drops its cached
    /// copy within a second.
    ///
    /// - Throws: `.linkNotFound`.
    package func set(
        _ code: LinkCode, to state: Link.State, by actor: String, because reason: String? = nil
    ) async throws(LinkError) -> Link {
        let now = now
        let changed = try await context.call(LinkError.self) { () throws(PostgresError) in
            try await context.pool.transaction { transaction throws(PostgresError) -> Link? in
                let links: [Link] = try await transaction.send(
                    SwitchLink(code, offAt: state == .off ? now : nil))
                guard let link = links.first else { return nil }
                let before: Link.State = state == .off ? .on : .off
                let audit = audit(
                    "link.\(state.rawValue)", link, by: actor, reason, AuditText.link(before),
                    AuditText.link(state))
                try await transaction.commit(
                    NotifyLinkChanged(code), InsertAuditEntries([audit], by: context.ledgerKey))
                return link
            }
        }
        if let changed { return changed }
        return try await stored(code)
    }

    /// Has a link say `spec` instead of what `old` says.
    ///
    /// - Throws: `.linkChanged` when it says something else by now, `.linkNotFound`.
    package func rewrite(
        _ old: Link, as spec: LinkSpec, by actor: String
    ) async throws(LinkError) -> Link {
        let result = try await context.call(LinkError.self) { () throws(PostgresError) in
            try await context.pool.transaction {
                transaction throws(PostgresError) -> Result<Link, LinkError> in
                let links: [Link] = try await transaction.send(LockLink(old.code))
                guard let link = links.first else { return .failure(.linkNotFound) }
                guard link == old else { return .failure(.linkChanged) }
                let audit = audit(
                    "link.rewrite", link, by: actor, nil, AuditText.link(LinkDigest(link.spec).description),
                    AuditText.link(LinkDigest(spec).description))
                let (rewritten, _, _) = try await transaction.commit(
                    RewriteLink(old.code, as: spec), NotifyLinkChanged(old.code),
                    InsertAuditEntries([audit], by: context.ledgerKey))
                return rewritten.first.map { .success($0) } ?? .failure(.linkNotFound)
            }
        }
        return try result.get()
    }

    /// The short link that a click was on; nil for a click that is not kept, or on a long link.
    package func code(ofClick id: UUID) async throws(InfrastructureError) -> LinkCode? {
        try await context.call { () throws(PostgresError) in
            try await context.pool.run(FindClick(id)).first?.code
        }
    }

    /// As it is in the database, whatever this loop remembers.
    package func stored(_ code: LinkCode) async throws(LinkError) -> Link {
        let found = try await context.call(LinkError.self) { () throws(PostgresError) in
            try await context.pool.run(FindLinks([code]))
        }
        guard let link = found.first else { throw .linkNotFound }
        return link
    }

    private func audit(
        _ action: String, _ link: Link, by actor: String, _ reason: String?, _ before: String,
        _ after: String
    ) -> AuditEntry {
        AuditEntry(
            id: context.makeID(), actor: actor, action: action, uid: link.owner,
            detail: [link.code.description, reason].compactMap(\.self).joined(separator: ": "),
            createdAt: now, before: before, after: after)
    }
}

/// A link's content, for the audit.
private struct LinkDigest: CustomStringConvertible {
    let description: String

    init(_ spec: LinkSpec) {
        let labels = [spec.channel, spec.feature, spec.campaign].map { $0 ?? "-" } + spec.tags
        let legacy = spec.legacy.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
        description = ([LongLink.print(spec), spec.data.json ?? "{}"] + labels + legacy)
            .joined(separator: " ")
    }
}
