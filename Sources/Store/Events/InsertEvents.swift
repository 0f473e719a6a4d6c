package import Postgres
package import Referrals
internal import Values

/// Keeps events with what came of them. One that is there already is a violation of `events_pkey`.
package struct InsertEvents: Statement {
    package static let constraint = "events_pkey"
    package static let sql = """
        INSERT INTO events (\(EventRow.written.names())) SELECT \(EventRow.written.kept())
        FROM unnest(\(EventRow.written.arrays())) AS new (\(EventRow.written.names()))
        """
    let events: [RecordedEvent]

    package init(_ events: [RecordedEvent]) {
        self.events = events.sorted(on: \.event.key)
    }

    package func bind(to parameters: inout Parameters) {
        EventRow.written.bind(events, to: &parameters)
    }
}
