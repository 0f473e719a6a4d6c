internal import Basics
package import Batching
internal import Postgres
package import Referrals
package import Rewards
internal import Store
package import Values

/// How far invites came: what was taken in of it, and what came since.
package struct FunnelService {
    package static let daysMax = 366
    private static let readMilliseconds = 8_000

    private let context: RewardsContext

    package init(_ context: RewardsContext) {
        self.context = context
    }

    package var today: Int32 { context.clock.today }

    /// - Parameter days: since 1970-01-01, in the programme's time zone.
    package func funnel(
        in days: Range<Int32>, by dimension: FunnelDimension
    ) async throws(InfrastructureError) -> Funnel {
        try await context.call { () throws(PostgresError) in
            try await context.pool.transaction(
                isolation: .repeatableRead, isReadOnly: true,
                statementTimeoutMilliseconds: Self.readMilliseconds
            ) { transaction throws(PostgresError) in
                var measures = Set(
                    [FunnelDimension.day, dimension].flatMap { dimension in
                        FunnelMeasure.all.map { $0.name(by: dimension) }
                    })
                measures.insert(TimelineMeasure.users.rawValue)
                let (_, kept, first, progress) = try await transaction.send(
                    PlanEachTime(), SumDayCounts(Array(measures), in: days, byDay: dimension == .day),
                    FindFirstUserTime(), ListCountedUntil())
                let known = Dictionary(
                    progress.compactMap { row in row.source.map { ($0, row.time) } }, uniquingKeysWith: { $1 }
                )
                var spans = FunnelSpans(known, first: first.first, context.clock)
                var counts = kept
                for (source, span) in spans.read.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
                    let new = try await DayCounting(transaction: transaction).counts(of: source, in: span)
                    guard let new else { spans.leaveOut(source); continue }
                    counts += new.filter { days.contains($0.day) }
                }
                return Funnel(counts, days, by: dimension, countedUntil: spans.countedUntil)
            }
        }
    }
}

/// How far invites came, all together and by part.
package struct Funnel: Sendable {
    package let days: Range<Int32>
    package let dimension: FunnelDimension
    package let countedUntil: Timestamp
    package private(set) var total = FunnelSteps()
    /// New players, with and without a referrer.
    package private(set) var players: Int64 = 0
    package private(set) var parts: [FunnelPart] = []

    init(
        _ counts: [DayCount], _ days: Range<Int32>, by dimension: FunnelDimension, countedUntil: Timestamp
    ) {
        (self.days, self.dimension, self.countedUntil) = (days, dimension, countedUntil)
        let measures = Dictionary(
            uniqueKeysWithValues: Set([.day, dimension]).flatMap { (dimension: FunnelDimension) in
                FunnelMeasure.all.map { ($0.name(by: dimension), ($0, dimension)) }
            })
        var byDay: [Int32: FunnelSteps] = [:]
        var playersByDay: [Int32: Int64] = [:]
        var byName: [Spelling: FunnelSteps] = [:]
        for count in counts {
            if count.measure == TimelineMeasure.users.rawValue {
                players += count.value
                playersByDay[count.day, default: 0] += count.value
            }
            guard let (measure, dimension) = measures[count.measure] else { continue }
            if dimension == .day {
                measure.add(count.value, to: &total)
                measure.add(count.value, to: &byDay[count.day, default: FunnelSteps()])
            } else {
                measure.add(count.value, to: &byName[Spelling(count.name), default: FunnelSteps()])
            }
        }
        parts =
            dimension == .day
            ? days.map {
                FunnelPart(day: $0, steps: byDay[$0] ?? FunnelSteps(), players: playersByDay[$0] ?? 0)
            }
            : Self.parts(byName, of: total)
    }

    /// Those that brought most first; what has no name, or none that is shown, last.
    private static func parts(_ named: [Spelling: FunnelSteps], of total: FunnelSteps) -> [FunnelPart] {
        let sorted = named.sorted { left, right in
            (right.value.signedUp, right.value.anonymous, right.value.invites, left.key)
                < (left.value.signedUp, left.value.anonymous, left.value.invites, right.key)
        }
        let shown = sorted.prefix(FunnelNames.namesMax).map { FunnelPart(name: $0.key.text, steps: $0.value) }
        let rest = shown.reduce(total) { $0 - $1.steps }
        return shown + (rest.isEmpty ? [] : [FunnelPart(steps: rest)])
    }
}
