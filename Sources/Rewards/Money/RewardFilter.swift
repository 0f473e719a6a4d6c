internal import Batching
internal import FoundationEssentials
internal import Postgres
package import Referrals
internal import Store
package import Values

/// Which rewards are listed; nothing given means all.
package struct RewardFilter: Equatable, Sendable {
    /// Criteria without an index search this many rows.
    static let lookedThroughMax = 5_000

    package var status: Reward.Status?
    package var rule: RuleName?
    package var from: Timestamp?
    /// The first time that is beyond.
    package var until: Timestamp?
    /// With the players merged into the account; one of those leads to the account.
    package var beneficiary: UserID?

    package init() {}

    /// A search by the beneficiary finds no others' rewards.
    func matches(_ reward: Reward) -> Bool {
        (status == nil || reward.status == status) && (rule == nil || reward.rule == rule)
            && (from.map { reward.grantedAt >= $0 } ?? true) && (until.map { reward.grantedAt < $0 } ?? true)
    }

    /// Whether an index leads to more than what is wanted.
    var looksThrough: Bool {
        if beneficiary != nil { return status != nil || rule != nil || from != nil || until != nil }
        return status == .paid || (status != nil && rule != nil)
    }

    func cursor(at last: Reward) -> RewardsCursor {
        beneficiary == nil ? .id(last.id) : .position(RewardPosition(last))
    }
}

/// Goes by the index that leads nearest to what is wanted.
struct RewardSearch {
    private let filter: RewardFilter
    private let pool: PostgresPool

    init(_ filter: RewardFilter, pool: PostgresPool) {
        self.filter = filter
        self.pool = pool
    }

    func rewards(after cursor: RewardsCursor?, limit: Int) async throws(PostgresError) -> [Reward] {
        if let uid = filter.beneficiary {
            return try await rewards(of: try await pool.family(of: uid), before: position(cursor), limit)
        }
        var before: UUID?
        if case .id(let id) = cursor { before = id }
        let page = RewardsPage(
            before: before, in: PageSpan(from: filter.from, until: filter.until), limit: limit)
        if let status = filter.status, status != .paid {
            return try await pool.run(ListUnpaidRewards(status, page))
        }
        if let rule = filter.rule { return try await pool.run(ListRewardsOfRule(rule, page)) }
        return try await pool.run(ListRewards(page))
    }

    private func rewards(
        of family: [UserID], before position: RewardPosition?, _ limit: Int
    ) async throws(PostgresError) -> [Reward] {
        var found: [Reward] = []
        for uid in family {
            found += try await pool.run(ListRewardsOfUser(of: uid, before: position, limit: limit))
        }
        if family.count > 1 { found.sort { $1.isBefore($0) } }
        return Array(found.prefix(limit))
    }

    private func position(_ cursor: RewardsCursor?) -> RewardPosition? {
        if case .position(let position) = cursor { position } else { nil }
    }
}
