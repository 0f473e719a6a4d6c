internal import Forms
package import FoundationEssentials
internal import JSON
package import Postgres
package import Referrals

/// Writes changes, each with the next sequence of its subject. It is the last lock of a transaction.
///
/// A position is taken after the transaction has its id, and after the subject's counter is locked:
/// `ChangeReader` and the order of a subject's changes rely on it.
package struct RecordChanges: Statement {
    package static let route = Route.coordinator
    package static let isAnnounced = true
    package static let sql = statement(where: "true")
    package let parameters: Parameters

    /// - Parameter trace: the `traceparent` of the request that caused a change; nil without one.
    package init(
        _ changes: [Change], trace: (Change) -> String? = { _ in nil }, makeID: () -> UUID
    ) {
        parameters = Parameters(
            changes.map { _ in makeID() }, changes.map(\.type.rawValue), changes.map(\.subject),
            changes.map(\.occurredAt), changes.map { Self.payload($0.data) }, changes.map(trace))
    }

    package static func payload(_ data: ChangeData) -> String {
        var writer = JSONWriter()
        ChangeDataForm.write(data, to: &writer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    /// - Parameter condition: which of the given changes are written.
    static func statement(where condition: String) -> String {
        """
        WITH given AS (
            SELECT * FROM unnest($1::uuid[], $2::text[], $3::uuid[], $4::timestamptz[], $5::text[],
                $6::text[]) WITH ORDINALITY AS g (id, type, subject, occurred_at, payload, trace, ordinal)
            WHERE \(condition)),
        counted AS (
            INSERT INTO change_counters AS c (uid, sequence)
            SELECT subject, count(*) FROM given WHERE subject IS NOT NULL GROUP BY subject ORDER BY subject
            ON CONFLICT (uid) DO UPDATE SET sequence = c.sequence + excluded.sequence
            RETURNING uid, sequence),
        numbered AS (
            SELECT g.*, c.sequence - count(*) OVER (PARTITION BY g.subject)
                + row_number() OVER (PARTITION BY g.subject ORDER BY g.ordinal) AS sequence
            FROM given AS g LEFT JOIN counted AS c ON c.uid = g.subject ORDER BY g.ordinal)
        INSERT INTO changes (day, position, id, type, subject, sequence, occurred_at, payload, trace)
        SELECT (clock_timestamp() AT TIME ZONE 'UTC')::date, nextval('change_positions'), id, type, subject,
            sequence, occurred_at, (CASE type WHEN 'user.merged'
                THEN replace(payload, '"last_sequence":0', '"last_sequence":' || sequence) ELSE payload END)::json,
            trace
        FROM numbered WHERE pg_current_xact_id() IS NOT NULL
        """
    }
}

/// The same for processes without a copy of the listeners, such as commands: it looks whether there are any.
package struct RecordListenedChanges: Statement {
    package static let route = Route.coordinator
    package static let isAnnounced = true
    package static let sql = RecordChanges.statement(
        where: "g.type IN (SELECT unnest(l.types) FROM change_listeners AS l)")
    package let parameters: Parameters

    package init(_ changes: [Change], makeID: () -> UUID) {
        parameters = RecordChanges(changes, makeID: makeID).parameters
    }
}
