package import Batching
package import FoundationEssentials
internal import Ledger
internal import Postgres
package import Rewards
internal import Store
package import Values

/// Administrators' actions.
package final class AuditService {
    /// Criteria without an index search this many rows.
    private static let lookedThroughMax = 1_000
    /// Keys of one name, the newest.
    private static let namesakesMax = 20

    private let context: RewardsContext

    package init(_ context: RewardsContext) {
        self.context = context
    }

    /// A page of what was done and matches, newest first. It may be short, or empty, before the end.
    package func acts(
        _ filter: AuditFilter, after cursor: UUID?, limit: Int
    ) async throws(InfrastructureError) -> Page<AdministrativeAct, UUID> {
        let looked = filter.criteria > 1 ? Self.lookedThroughMax : limit
        let page = AuditPage(
            before: cursor, in: PageSpan(from: filter.from, until: filter.until), limit: looked + 1)
        let actors = try await context.call { () throws(PostgresError) in
            try await self.actors(filter.actor)
        }
        let found = try await context.call { () throws(PostgresError) in
            try await entries(filter, by: actors, page)
        }
        return Page(
            found, lookingThrough: looked, limit: limit, for: { filter.matches($0, by: actors) }
        ) { $0.id }
    }

    /// Also a key by its id or its name alone, and an operator by the e-mail, as people know them.
    private func actors(_ text: String?) async throws(PostgresError) -> [String] {
        guard let text else { return [] }
        let (keys, operators) = try await context.pool.run(ListAPIKeys(), FindOperatorIDs(text))
        let named = keys.filter { $0.name == text || $0.id == UUID(text: text) }
        return [text] + named.suffix(Self.namesakesMax).map { AuditActor.key($0.id, named: $0.name) }
            + operators.suffix(Self.namesakesMax).map { AuditActor.operator($0, email: text) }
    }

    private func entries(
        _ filter: AuditFilter, by actors: [String], _ page: AuditPage
    ) async throws(PostgresError) -> [AdministrativeAct] {
        var found: [AuditEntry] = []
        if let uid = filter.user {
            for uid in try await context.pool.family(of: uid) {
                found += try await context.pool.run(ListAuditEntriesAbout(uid, page))
            }
            found = Array(found.sorted { $1.id < $0.id }.prefix(page.limit))
        } else if !actors.isEmpty {
            for actor in actors { found += try await context.pool.run(ListAuditEntriesOfActor(actor, page)) }
            found = Array(found.sorted { $1.id < $0.id }.prefix(page.limit))
        } else if let action = filter.action {
            found = try await context.pool.run(ListAuditEntriesOfAction(action, page))
        } else {
            found = try await context.pool.run(ListAuditEntries(page))
        }
        return found.map(AdministrativeAct.init)
    }
}

/// Filters of the audit; none means all.
package struct AuditFilter: Equatable, Sendable {
    package var actor: String?
    /// With the players merged into the account; one of those leads to the account.
    package var user: UserID?
    package var action: String?
    package var from: Timestamp?
    /// The first time that is beyond.
    package var until: Timestamp?

    package init() {}

    /// A search by the user finds no entries about others.
    fileprivate func matches(_ act: AdministrativeAct, by actors: [String]) -> Bool {
        (actor == nil || actors.contains(act.actor)) && (action == nil || act.action == action)
    }

    fileprivate var criteria: Int {
        [actor != nil, user != nil, action != nil].count { $0 }
    }
}

/// An administrator's action.
package struct AdministrativeAct: Equatable, Sendable {
    package let id: UUID
    package let actor: String
    package let action: String
    package let user: UserID?
    package let detail: String
    /// The state before and after it, as JSON.
    package let before: String?
    package let after: String?
    package let createdAt: Timestamp

    init(_ entry: AuditEntry) {
        id = entry.id
        actor = entry.actor
        action = entry.action
        user = entry.uid
        detail = entry.detail
        before = entry.before
        after = entry.after
        createdAt = entry.createdAt
    }
}
