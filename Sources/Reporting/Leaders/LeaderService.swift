package import Batching
internal import Postgres
package import Referrals
package import Rewards
internal import Store
package import Values

/// The players with the highest rewards for friends, and a user's own rank: the counted rewards, and those
/// since.
package final class LeaderService {
    package static let leadersMax = 100
    private static let readMilliseconds = 8_000

    private let context: RewardsContext
    private var recent: RecentReferralEarnings?

    package init(_ context: RewardsContext) {
        self.context = context
    }

    /// - Parameter uid: whose rank is wanted.
    package func board(
        in currency: Currency, within span: LeaderSpan, for uid: UserID?
    ) async throws(InfrastructureError) -> LeaderBoard {
        try await context.call { () throws(PostgresError) in
            try await context.pool.transaction(
                isolation: .repeatableRead, isReadOnly: true,
                statementTimeoutMilliseconds: Self.readMilliseconds
            ) { transaction throws(PostgresError) in
                let progress =
                    try await transaction.send(FindReferralEarningsProgress()).first
                    ?? ReferralEarningsProgress()
                let recent = try await recent(since: progress, transaction)
                let draw = LeaderDraw(
                    currency: currency, span: span, hidden: context.moderation.blocked, recent: recent,
                    transaction: transaction)
                let (leaders, own) = try await draw.leaders(beside: uid)
                var board = LeaderBoard(
                    currency: currency, span: span, leaders: leaders, ownAmount: own.amount,
                    countedUntil: progress.countedUntil)
                board.ownRank = try await draw.rank(of: own)
                return board
            }
        }
    }

    private func recent(
        since progress: ReferralEarningsProgress, _ transaction: Transaction
    ) async throws(PostgresError) -> RecentReferralEarnings? {
        if let recent, recent.isGood(for: progress, at: context.clock.now) { return recent }
        recent = try await RecentReferralEarnings.read(since: progress, context.clock, transaction)
        return recent
    }
}

package struct LeaderBoard: Equatable, Sendable {
    package let currency: Currency
    package let span: LeaderSpan
    /// The most first.
    package let leaders: [Leader]
    package let ownAmount: Int64
    /// Nil for who has nothing, or isn't asked about.
    package var ownRank: Int64?
    /// Nil until something is taken in.
    package let countedUntil: Timestamp?

    /// Each leader's rank: those with as much share one.
    package var ranks: [(rank: Int, leader: Leader)] {
        var rank = 0
        var last: Int64?
        return leaders.enumerated().map { number, leader in
            if leader.amount != last { (rank, last) = (number + 1, leader.amount) }
            return (rank, leader)
        }
    }
}
