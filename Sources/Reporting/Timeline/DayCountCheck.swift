internal import Batching
internal import Postgres
internal import Referrals
internal import Store
internal import Values

/// Compares the counts of days with their rows, a day after the other from today backwards, and sets what
/// differs. Then it begins again.
final class DayCountCheck {
    private static let stepMilliseconds = 20_000

    private let pool: PostgresPool
    private let zone: ProgrammeZone
    private let rowsMax: Int
    private let log: @Sendable (LogLine) -> Void
    /// The day of the last comparison.
    private var day: Int32?

    init(
        pool: PostgresPool, zone: ProgrammeZone, rowsMax: Int, log: @escaping @Sendable (LogLine) -> Void
    ) {
        self.pool = pool
        self.zone = zone
        self.rowsMax = rowsMax
        self.log = log
    }

    func compareNextDay() async throws(PostgresError) {
        var sources = DayCountSource.allCases[...]
        try await pool.work(under: .days) { () throws(PostgresError) in
            if sources.count == DayCountSource.allCases.count, try await !findNextDay() { return false }
            guard let day, let source = sources.popFirst() else { return false }
            let corrected = try await compare(source, on: day)
            if corrected > 0 {
                let fields = ["source": source.rawValue, "day": "\(day)", "counts": "\(corrected)"]
                log(LogLine(.warning, "counts of a day differed from its rows", fields))
            }
            return !sources.isEmpty
        }
    }

    /// - Returns: false where nothing is counted.
    private func findNextDay() async throws(PostgresError) -> Bool {
        let (counted, first) = try await pool.run(ListCountedUntil(), FindFirstUserTime())
        guard let last = counted.compactMap(\.time).max(), let first = first.first else { return false }
        let (firstDay, lastDay) = (zone.day(of: first), zone.day(of: last))
        let next = (day ?? lastDay + 1) - 1
        day = (firstDay...max(firstDay, lastDay)).contains(next) ? next : lastDay
        return true
    }

    /// - Returns: how many counts it set.
    func compare(_ source: DayCountSource, on day: Int32) async throws(PostgresError) -> Int {
        try await pool.transaction(statementTimeoutMilliseconds: Self.stepMilliseconds) {
            transaction throws(PostgresError) in
            let (progress, kept) = try await transaction.send(
                LockCountedUntil(source), SumDayCounts(source.measures, in: day..<(day + 1), byDay: true))
            let start = zone.start(of: day)
            guard let counted = progress.first.flatMap({ $0 }), counted > start else { return 0 }
            let found = try await counts(
                of: source, from: start, until: min(counted, zone.start(of: day + 1)), transaction)
            let differing = differences(kept, found, keepsMore: source.hasDeletedRows)
            let limited = try await FunnelNames(transaction: transaction).limited(differing)
            guard !limited.isEmpty else { return 0 }
            try await transaction.commit(SetDayCounts(limited))
            return limited.count
        }
    }

    private func counts(
        of source: DayCountSource, from start: Timestamp, until end: Timestamp, _ transaction: Transaction
    ) async throws(PostgresError) -> [DayCount] {
        let counting = DayCounting(transaction: transaction)
        var (from, until) = (start, end)
        var found: [DayCount] = []
        while from < end {
            let half = (until.microsecondsSince1970 - from.microsecondsSince1970) / 2
            let part = try await counting.counts(
                of: source, in: CountedSpan(from: from, until: until, in: zone),
                rowsMax: half > 0 ? rowsMax : .max)
            if let part {
                found += part
                (from, until) = (until, end)
            } else {
                until = from.adding(microseconds: half)
            }
        }
        return found.joined
    }

    /// - Parameter keepsMore: whether a count stays that is higher than its rows.
    private func differences(_ kept: [DayCount], _ found: [DayCount], keepsMore: Bool) -> [DayCount] {
        // A count without rows is 0.
        let none = kept.map { DayCount(measure: $0.measure, day: $0.day, name: $0.name, value: 0) }
        let less = kept.map { DayCount(measure: $0.measure, day: $0.day, name: $0.name, value: -$0.value) }
        let changed = Set(
            (found + less).joined.filter { keepsMore ? $0.value > 0 : $0.value != 0 }.map(\.key))
        return (found + none).joined.filter { changed.contains($0.key) }
    }
}

extension DayCountSource {
    /// The names of its counts.
    var measures: [String] {
        switch self {
        case .users: [TimelineMeasure.users.rawValue]
        case .signUps: [TimelineMeasure.signUps.rawValue]
        case .referrals: [TimelineMeasure.referrals.rawValue]
        case .ledger: [TimelineMeasure.granted, .redeemed, .outstanding].map(\.rawValue)
        case .rewards: [TimelineMeasure.rewards.rawValue]
        case .invites: Self.names([.invites])
        case .opens: Self.names([.opened])
        case .arrivals: Self.names(ReferralSource.allCases.map { .claimed($0) } + [.claimed(nil)])
        case .friendsSignedUp: Self.names([.signedUp])
        case .friendsRewarded: Self.names([.rewarded])
        }
    }

    /// Whether rows that were counted may be gone, or say something else: links of erased players, clicks
    /// that are no longer kept, and players who became accounts.
    fileprivate var hasDeletedRows: Bool {
        switch self {
        case .users, .signUps, .ledger, .rewards: false
        case .referrals, .invites, .opens, .arrivals, .friendsSignedUp, .friendsRewarded: true
        }
    }

    private static func names(_ measures: [FunnelMeasure]) -> [String] {
        measures.flatMap { measure in FunnelDimension.allCases.map { measure.name(by: $0) } }
    }
}
