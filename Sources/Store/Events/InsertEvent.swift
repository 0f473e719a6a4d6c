package import Postgres
package import Referrals
internal import Values

/// `InsertEvents` for one.
package struct InsertEvent: Statement {
    package static let route = Route.oneShard
    package static let sql = "INSERT INTO events (\(EventRow.written.names())) VALUES ($1, \(values))"
    /// As those of many are bound: all but the key, by which Citus finds the shard, are arrays of one.
    private static let others = Array(EventRow.written.dropFirst())
    private static let values = others.enumerated().map { index, column in
        column.kept(as: "($\(index + 2)::\(column.type)[])[1]")
    }.joined(separator: ", ")
    package let parameters: Parameters

    package init(_ event: RecordedEvent) {
        parameters = Parameters(event.event.key.uid, Self.others.values(of: [event]))
    }
}
