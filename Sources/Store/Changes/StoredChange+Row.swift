internal import Postgres
internal import Referrals

extension StoredChange {
    static let columns = """
        position, day - date '1970-01-01', id, type, subject, sequence, occurred_at, payload::text, trace
        """

    static func decode(_ row: inout RowReader) throws(PostgresError) -> StoredChange {
        StoredChange(
            cursor: ChangeCursor(position: try row.read(), day: try row.read()), id: try row.read(),
            type: try row.read(), subject: try row.readOptionalUserID(), sequence: try row.read(),
            occurredAt: try row.readTimestamp(), payload: try row.read(),
            trace: try row.read())
    }
}
