internal import Basics
internal import Postgres
internal import Referrals
internal import Store
internal import Values

/// Counts what came in a stretch of time, straight from the rows.
struct DayCounting {
    let transaction: Transaction

    /// - Returns: nil where there is too much for once.
    func counts(
        of source: DayCountSource, in span: CountedSpan, rowsMax: Int = FunnelCounting.rowsMax
    ) async throws(PostgresError) -> [DayCount]? {
        switch source {
        case .invites, .opens, .arrivals, .friendsSignedUp, .friendsRewarded:
            return try await FunnelCounting(transaction: transaction, rowsMax: rowsMax).counts(
                of: source, in: span)
        case .users: return try await transaction.send(CountNewUsers(span))
        case .signUps: return try await transaction.send(CountSignUps(span))
        case .rewards: return try await transaction.send(CountGivenRewards(span))
        case .referrals:
            let (came, recorded) = try await transaction.send(
                CountReferredUsers(span), CountRecordedReferrers(span))
            return came + recorded
        case .ledger:
            return try await transaction.send(SumLedgerByDay(span)).flatMap(Self.counts)
        }
    }

    static func counts(_ sums: SumLedgerByDay.Row) -> [DayCount] {
        [(TimelineMeasure.granted, sums.granted), (.redeemed, sums.redeemed), (.outstanding, sums.net)]
            .filter { $0.1 != 0 }.map { measure, value in
                DayCount(measure: measure.rawValue, day: sums.day, name: sums.currency, value: value)
            }
    }
}

extension [DayCount] {
    /// Those of the same day and name as one: a batch of rows may not write one row twice.
    var joined: [DayCount] {
        var sums: [DayKey: Int64] = [:]
        for count in self {
            sums[count.key] = (sums[count.key] ?? 0).addingHeld(count.value)
        }
        return sums.map { DayCount(measure: $0.measure, day: $0.day, name: $0.name.text, value: $1) }
    }
}

extension DayCount {
    var key: DayKey { DayKey(measure: measure, day: day, name: Spelling(name)) }
}

struct DayKey: Hashable {
    let measure: String
    let day: Int32
    let name: Spelling
}
