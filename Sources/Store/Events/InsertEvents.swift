package import Postgres
package import Referrals
internal import Values

/// Keeps events with what came of them. One that is there already is a violation of `events_pkey`.
package struct InsertEvents: Statement {
    package static let constraint = "events_pkey"
    package static let route = Route.oneShard
    package static let sql = """
        INSERT INTO events (\(EventRow.written.names())) SELECT \(EventRow.written.kept())
        FROM \(arrays) AS new (\(EventRow.written.names()))
        """
    package static let citusSQL = """
        INSERT INTO events (\(EventRow.written.names())) \(rowsBesideUsers)
        """
    private static let arrays = "unnest(\(EventRow.written.arrays()))"
    private static let rowsBesideUsers = Shards.rows(
        EventRow.written.map(\.name), of: arrays, kept: EventRow.written.map { $0.kept(of: "new") })
    let events: [RecordedEvent]

    package init(_ events: [RecordedEvent]) {
        self.events = events.sorted(on: \.event.key)
    }

    package var routed: (any Statement)? {
        events.count == 1 ? InsertEvent(events[0]) : nil
    }

    package var parameters: Parameters { Parameters(EventRow.written.values(of: events)) }
}
