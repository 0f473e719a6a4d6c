package import Batching
internal import Postgres
package import Referrals
package import Rewards
internal import Store
internal import Values

/// A number a day: what was taken in of it, and what came since.
package final class TimelineService {
    /// Ten years.
    package static let daysMax = 3_660
    private static let readMilliseconds = 8_000

    private let context: RewardsContext

    package init(_ context: RewardsContext) {
        self.context = context
    }

    private var zone: ProgrammeZone { context.clock.zone }
    package var today: Int32 { context.clock.today }

    /// - Parameter days: since 1970-01-01, in the programme's time zone.
    package func points(
        of measure: TimelineMeasure, in days: Range<Int32>
    ) async throws(InfrastructureError) -> [TimelinePoint] {
        try await context.call { () throws(PostgresError) in
            try await context.pool.transaction(
                isolation: .repeatableRead, isReadOnly: true,
                statementTimeoutMilliseconds: Self.readMilliseconds
            ) { transaction throws(PostgresError) in
                _ = try await transaction.send(PlanEachTime())
                let counts = try await counts(of: measure, days, transaction)
                guard measure == .rewards else { return Self.points(counts, of: measure, days) }
                let span = CountedSpan(
                    from: zone.start(of: days.lowerBound), until: zone.start(of: days.upperBound), in: zone)
                return rewards(counts, unpaid: try await transaction.send(CountUnpaidRewards(span)))
            }
        }
    }

    /// By day and name. The outstanding amount includes all earlier days.
    private func counts(
        of measure: TimelineMeasure, _ days: Range<Int32>, _ transaction: Transaction
    ) async throws(PostgresError) -> [DayCount] {
        let first = measure == .outstanding ? Int32.min : days.lowerBound
        let (found, kept) = try await transaction.send(
            FindCountedUntil(measure.source),
            ListDayCounts(measure.rawValue, in: first..<days.upperBound))
        let span = CountedSpan(from: found.first.flatMap { $0 }, until: nil, in: zone)
        let since =
            try await DayCounting(transaction: transaction).counts(of: measure.source, in: span) ?? []
        let wanted = since.filter {
            $0.measure == measure.rawValue && (first..<days.upperBound).contains($0.day)
        }
        return (kept + wanted).joined.sorted { ($0.day, $0.name) < ($1.day, $1.name) }
    }

    /// - Parameter counts: of the days, and for the outstanding amount of all days before.
    static func points(
        _ counts: [DayCount], of measure: TimelineMeasure, _ days: Range<Int32>
    ) -> [TimelinePoint] {
        switch measure {
        case .outstanding: return outstanding(counts, days)
        case .granted, .redeemed:
            return counts.map {
                TimelinePoint(day: $0.day, currency: Currency($0.name), value: $0.value)
            }
        case .users, .signUps, .referrals, .rewards:
            let values = Dictionary(counts.map { ($0.day, $0.value) }, uniquingKeysWith: +)
            return days.map { TimelinePoint(day: $0, value: values[$0] ?? 0) }
        }
    }

    /// At the end of each day, from a currency's first on.
    private static func outstanding(_ counts: [DayCount], _ days: Range<Int32>) -> [TimelinePoint] {
        var sums: [String: Int64] = [:]
        var next = 0
        var points: [TimelinePoint] = []
        for day in days {
            while next < counts.count, counts[next].day <= day {
                sums[counts[next].name] = (sums[counts[next].name] ?? 0).addingHeld(counts[next].value)
                next += 1
            }
            points += sums.sorted { $0.key < $1.key }.map {
                TimelinePoint(day: day, currency: Currency($0.key), value: $0.value)
            }
        }
        return points
    }

    /// Rewards that aren't held, void or reversed are paid.
    private func rewards(_ given: [DayCount], unpaid: [CountUnpaidRewards.Row]) -> [TimelinePoint] {
        var points = unpaid.map {
            TimelinePoint(day: $0.day, rule: $0.rule, status: $0.status, value: $0.count)
        }
        let others = Dictionary(grouping: unpaid) { RuleDay(day: $0.day, rule: $0.rule) }
        for count in given {
            let rule = RuleName(kept: count.name)
            let rest = others[RuleDay(day: count.day, rule: rule)]?.reduce(0) { $0 + $1.count } ?? 0
            guard count.value > rest else { continue }
            points.append(TimelinePoint(day: count.day, rule: rule, status: .paid, value: count.value - rest))
        }
        return points.sorted {
            ($0.day, $0.rule?.description ?? "", $0.status?.rawValue ?? "")
                < ($1.day, $1.rule?.description ?? "", $1.status?.rawValue ?? "")
        }
    }
}

private struct RuleDay: Hashable {
    let day: Int32
    let rule: RuleName
}

extension TimelineMeasure {
    fileprivate var source: DayCountSource {
        switch self {
        case .users: .users
        case .signUps: .signUps
        case .referrals: .referrals
        case .granted, .redeemed, .outstanding: .ledger
        case .rewards: .rewards
        }
    }
}
