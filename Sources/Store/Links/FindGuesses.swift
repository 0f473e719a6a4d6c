package import FoundationEssentials
package import Links
package import Postgres
package import Values

/// A click that an install may belong to, and what is known of the device that made it.
package struct GuessedClick: Equatable, Sendable {
    package let click: ClickRecord
    package let fingerprint: Fingerprint
    /// Empty without a tap.
    package let traits: TraitHashes
    package let isCopied: Bool?
}

/// The newest unclaimed clicks of a device, which has a hash for each day, with what their pages' buttons
/// told.
package struct FindGuesses: Statement {
    package static let route = Route.unknownClick
    package static let sql = """
        SELECT \(ClickRecord.columns), device_hash, coalesce(agent_hash, 0), t.screen_points, t.screen_pixels, \
        t.scale, t.time_zone, t.language, t.copied
        FROM clicks LEFT JOIN click_taps AS t ON t.click_id = id
        WHERE device_hash = ANY ($1::bigint[]) AND device_hash IS NOT NULL AND clicked_at > $2 AND claimed_at IS NULL
            AND id >= $3
        ORDER BY clicked_at DESC, id DESC LIMIT $4
        """
    package let parameters: Parameters

    package init(_ devices: [Int64], since: Timestamp, firstID: UUID, limit: Int) {
        parameters = Parameters(devices, since, firstID, Int64(limit))
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> GuessedClick {
        let click = try ClickRecord(&row)
        let fingerprint = Fingerprint(device: try row.read(), agent: try row.read())
        var traits = TraitHashes()
        traits.screenInPoints = try row.read()
        traits.screenInPixels = try row.read()
        traits.scale = try row.read()
        traits.timeZone = try row.read()
        traits.language = try row.read()
        return GuessedClick(click: click, fingerprint: fingerprint, traits: traits, isCopied: try row.read())
    }
}
