package import Links
package import Postgres

/// Records clicks. One that is there already is a violation of its partition's key: what travels in the same
/// transaction was done before, too.
package struct InsertClicks: Statement {
    package static let route = Route.eachRow
    package static let sql = """
        INSERT INTO clicks (id, clicked_at, device_hash, agent_hash, platform, code, kept_link)
        SELECT * FROM unnest($1::uuid[], $2::timestamptz[], $3::bigint[], $4::bigint[], $5::text[], $6::text[], \
        $7::text[])
        """
    package let parameters: Parameters

    package init(_ clicks: [Click]) {
        parameters = Parameters(
            clicks.map(\.id), clicks.map(\.at), clicks.map(\.fingerprint?.device),
            clicks.map(\.fingerprint?.agent), clicks.map(\.platform.rawValue),
            clicks.map(\.code?.description), clicks.map(\.keptLink))
    }
}

/// Acknowledges the rest of the transaction before it is on disk: for data without a promise, such as
/// clicks. A crash of the database loses less than its last second, and corrupts nothing.
package struct RelaxDurability: Statement {
    package static let route = Route.coordinator
    package static let sql = "SELECT set_config('synchronous_commit', 'off', true)"

    package init() {}
}
