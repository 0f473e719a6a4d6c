internal import Postgres
package import Referrals
internal import Store
package import Values

/// Those whom friends brought most, and somebody's own place among them.
package struct LeaderService {
    package static let placesMax = 100
    private static let readMilliseconds = 8_000

    private let context: ServiceContext

    init(_ context: ServiceContext) {
        self.context = context
    }

    /// - Parameter uid: whose own place is wanted.
    package func board(
        in currency: Currency, within span: LeaderSpan, for uid: UserID?
    ) async throws(CallFailure) -> LeaderBoard {
        let hidden = context.standings.blocked
        return try await context.call { () throws(PostgresError) in
            try await context.pool.transaction(
                isolation: .repeatableRead, isReadOnly: true,
                statementTimeoutMilliseconds: Self.readMilliseconds
            ) { transaction throws(PostgresError) in
                let (leaders, sums, progress) = try await transaction.send(
                    ListLeaders(currency, days: span.days, hiding: hidden, limit: Self.placesMax),
                    FindBroughtSums(of: (uid.map { [$0] } ?? []) + (uid == nil ? [] : hidden)),
                    FindBroughtProgress())
                let wanted = sums.filter { $0.key.currency == currency && $0.key.days == span.days }
                let own = wanted.first { $0.key.uid == uid }?.amount ?? 0
                var board = LeaderBoard(
                    currency: currency, span: span, leaders: leaders, ownAmount: own,
                    countedUntil: progress.first?.countedUntil)
                guard own > 0 else { return board }
                let above = try await countAbove(own, currency, span, transaction)
                let unseen = wanted.count { $0.key.uid != uid && $0.amount > own }
                board.ownPlace = 1 + above - Int64(unseen)
                return board
            }
        }
    }

    /// How many have more: those of all higher ranks, and of the same rank those who do.
    private func countAbove(
        _ amount: Int64, _ currency: Currency, _ span: LeaderSpan, _ transaction: Transaction
    ) async throws(PostgresError) -> Int64 {
        let key = RankBucket.Key(currency: currency, days: span.days, bucket: RankBucket(of: amount))
        let (higher, beside) = try await transaction.send(
            CountRanksAbove(key),
            CountLeaders(currency, days: span.days, above: amount...RankBucket.last(with: amount)))
        return (higher.first ?? 0) + (beside.first ?? 0)
    }
}

package struct LeaderBoard: Equatable, Sendable {
    package let currency: Currency
    package let span: LeaderSpan
    /// The most first.
    package let leaders: [Leader]
    package let ownAmount: Int64
    /// Nil for who has nothing, or isn't asked about.
    package var ownPlace: Int64?
    /// Nil until something is taken in.
    package let countedUntil: Timestamp?

    /// Each leader's place: those with as much share one.
    package var places: [(place: Int, leader: Leader)] {
        var place = 0
        var last: Int64?
        return leaders.enumerated().map { number, leader in
            if leader.amount != last { (place, last) = (number + 1, leader.amount) }
            return (place, leader)
        }
    }
}
