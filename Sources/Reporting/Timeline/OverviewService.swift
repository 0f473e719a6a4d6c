package import Batching
internal import Postgres
package import Referrals
package import Rewards
internal import Store
package import Values

/// A programme's numbers over some days, as one snapshot has them.
package struct Overview: Sendable {
    /// Of each measure but rewards.
    package let points: [TimelineMeasure: [TimelinePoint]]
    /// How many rewards each rule gave on each day, whatever became of them.
    package let given: [(day: Int32, rule: RuleName, count: Int64)]
    package let funnel: Funnel
    package let channels: Funnel
    /// The time since which steps of the funnels are missing; nil if all are counted.
    package let missingSince: Timestamp?
}

/// Reads all that the overview shows in a few round trips, whatever the number of measures.
package struct OverviewService {
    private static let readMilliseconds = 8_000

    private let context: RewardsContext

    package init(_ context: RewardsContext) {
        self.context = context
    }

    /// - Parameters:
    ///   - days: of the measures, since 1970-01-01, in the programme's time zone.
    ///   - funnelDays: of the funnel, some of the same.
    package func overview(
        of days: Range<Int32>, funnel funnelDays: Range<Int32>
    ) async throws(InfrastructureError) -> Overview {
        try await context.call { () throws(PostgresError) in
            try await context.pool.transaction(
                isolation: .repeatableRead, isReadOnly: true,
                statementTimeoutMilliseconds: Self.readMilliseconds
            ) { transaction throws(PostgresError) in
                let reading = OverviewReading(days: days, funnelDays: funnelDays, clock: context.clock)
                return try await reading.run(transaction)
            }
        }
    }
}

private struct OverviewReading {
    let days: Range<Int32>
    let funnelDays: Range<Int32>
    let clock: DatabaseClock

    func run(_ transaction: Transaction) async throws(PostgresError) -> Overview {
        let measures = TimelineMeasure.allCases.filter { $0 != .outstanding }.map(\.rawValue)
        let (_, progress, first, daily, outstanding, steps, channels) = try await transaction.send(
            PlanEachTime(), ListCountedUntil(), FindFirstUserTime(),
            SumDayCounts(measures, in: days, byDay: true),
            ListDayCounts(TimelineMeasure.outstanding.rawValue, in: .min..<days.upperBound),
            SumDayCounts(names(by: .day), in: funnelDays, byDay: true),
            SumDayCounts(names(by: .channel), in: funnelDays, byDay: false))
        let known = Dictionary(
            progress.compactMap { row in row.source.map { ($0, row.time) } }, uniquingKeysWith: { $1 })
        var funnelSpans = FunnelSpans(known, first: first.first, clock)
        var spans = funnelSpans.read
        for source in [DayCountSource.users, .signUps, .referrals, .ledger, .rewards] {
            spans[source] = CountedSpan(from: known[source] ?? nil, until: nil, in: clock.zone)
        }
        let (recent, leftOut) = try await RecentDayCounts(transaction, spans).counts(or: funnelSpans.none)
        for source in leftOut { funnelSpans.leaveOut(source) }
        // Its players are complete up to the same time as its steps.
        let arrivals = recent.filter {
            funnelDays.contains($0.day)
                && ($0.measure != TimelineMeasure.users.rawValue || funnelSpans.read[.users] != nil)
        }
        let players = daily.filter {
            $0.measure == TimelineMeasure.users.rawValue && funnelDays.contains($0.day)
        }
        let countedUntil = funnelSpans.countedUntil
        func funnel(by dimension: FunnelDimension, _ kept: [DayCount]) -> Funnel {
            Funnel(
                players + steps + kept + arrivals, funnelDays, by: dimension, countedUntil: countedUntil)
        }
        let counts = Dictionary(grouping: (daily + outstanding + recent).joined, by: \.measure)
        return Overview(
            points: points(counts), given: given(counts[TimelineMeasure.rewards.rawValue] ?? []),
            funnel: funnel(by: .day, []), channels: funnel(by: .channel, channels),
            missingSince: funnelSpans.isComplete ? nil : countedUntil)
    }

    private func names(by dimension: FunnelDimension) -> [String] {
        FunnelMeasure.all.map { $0.name(by: dimension) }
    }

    private func points(_ counts: [String: [DayCount]]) -> [TimelineMeasure: [TimelinePoint]] {
        var points: [TimelineMeasure: [TimelinePoint]] = [:]
        for measure in TimelineMeasure.allCases where measure != .rewards {
            let first = measure == .outstanding ? Int32.min : days.lowerBound
            let wanted = (counts[measure.rawValue] ?? []).filter {
                (first..<days.upperBound).contains($0.day)
            }.sorted { ($0.day, $0.name) < ($1.day, $1.name) }
            points[measure] = TimelineService.points(wanted, of: measure, days)
        }
        return points
    }

    private func given(_ counts: [DayCount]) -> [(day: Int32, rule: RuleName, count: Int64)] {
        counts.map { ($0.day, RuleName(kept: $0.name), $0.value) }
    }
}
