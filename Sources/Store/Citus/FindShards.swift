package import Postgres

/// Where each shard of `users` begins, by the hash of a `uid`, in order. All that is a user's lies with it.
package struct FindShards: Statement {
    package static let route = Route.coordinator
    /// One PostgreSQL has none.
    package static let sql = "SELECT NULL::int WHERE false"
    package static let citusSQL = """
        SELECT shardminvalue::int FROM pg_dist_shard WHERE logicalrelid = 'users'::regclass ORDER BY 1
        """

    package init() {}

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Int32 { try row.read() }
}
