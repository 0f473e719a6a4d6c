package import Postgres

/// Opens sessions. Sent again after a commit in doubt, it changes nothing.
package struct InsertSessions: Statement {
    package static let route = Route.oneShard
    package static let sql = text("SELECT * FROM \(arrays)")
    package static let citusSQL = text(Shards.rows(columns, of: arrays))
    private static let columns = [
        "uid", "sid", "token_hash", "created_at", "expires_at", "device", "install_key",
    ]
    private static let arrays = """
        unnest($1::uuid[], $2::uuid[], $3::bytea[], $4::timestamptz[], $5::timestamptz[], $6::text[],
            $7::bytea[])
        """

    private static func text(_ rows: String) -> String {
        """
        INSERT INTO sessions (\(columns.joined(separator: ", "))) \(rows)
        ON CONFLICT ON CONSTRAINT sessions_pkey DO NOTHING
        """
    }

    package let parameters: Parameters

    package init(_ sessions: [SessionRecord]) {
        parameters = Parameters(
            sessions.map(\.uid), sessions.map(\.sid), sessions.map(\.tokenHash), sessions.map(\.createdAt),
            sessions.map(\.expiresAt), sessions.map(\.device), sessions.map(\.installKey))
    }
}
