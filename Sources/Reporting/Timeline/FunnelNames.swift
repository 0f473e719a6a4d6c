internal import Basics
internal import Postgres
internal import Store

/// Players choose what their invites say of themselves: of each day the first names are kept, and what has
/// another is counted among all alone.
struct FunnelNames {
    static let namesMax = 100

    let transaction: Transaction

    func limited(_ counts: [DayCount]) async throws(PostgresError) -> [DayCount] {
        let named = counts.filter { $0.measure.contains("@") }
        guard let first = named.map(\.day).min(), let last = named.map(\.day).max() else { return counts }
        let measures = Array(Set(named.map(\.measure)))
        let known = try await transaction.send(
            SumDayCounts(measures, in: first..<(last + 1), byDay: true))
        var kept = Dictionary(grouping: known) { Bucket($0) }.mapValues { Set($0.map { Spelling($0.name) }) }
        var limited = counts.filter { !$0.measure.contains("@") }
        for count in named.sorted(by: { ($1.value, $0.name) < ($0.value, $1.name) }) {
            let bucket = Bucket(count)
            let isKnown = kept[bucket]?.contains(Spelling(count.name)) ?? false
            guard isKnown || kept[bucket]?.count ?? 0 < Self.namesMax else { continue }
            kept[bucket, default: []].insert(Spelling(count.name))
            limited.append(count)
        }
        return limited
    }
}

private struct Bucket: Hashable {
    let measure: String
    let day: Int32

    init(_ count: DayCount) {
        (measure, day) = (count.measure, count.day)
    }
}
