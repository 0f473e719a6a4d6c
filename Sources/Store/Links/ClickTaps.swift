package import FoundationEssentials
package import Links
package import Postgres

/// The stored data of a press of a button.
package struct TapRecord: Equatable, Sendable {
    package let clickID: UUID
    package let traits: TraitHashes
    package let isCopied: Bool?

    package init(clickID: UUID, traits: TraitHashes, isCopied: Bool?) {
        self.clickID = clickID
        self.traits = traits
        self.isCopied = isCopied
    }
}

/// A click whose page's button was pressed for the first time.
package struct TappedClick: Equatable, Sendable {
    package let id: UUID
    package let code: LinkCode?
    package let platform: Platform
    /// Whether an install may still be led back to it by its device.
    package let isOpen: Bool
}

/// Records that a button was pressed; returns the clicks for which this is the first. `firstID` determines
/// the possible partitions; older clicks are ignored.
package struct MarkTapped: Statement {
    package static let route = Route.oneShard
    package static let sql = """
        UPDATE clicks SET events = events | $2 WHERE id = ANY ($1::uuid[]) AND id >= $3 AND events & $2 = 0
        RETURNING id, code, platform, device_hash IS NOT NULL AND claimed_at IS NULL
        """
    package let parameters: Parameters

    package init(_ ids: [UUID], firstID: UUID) {
        parameters = Parameters(ids, LinkEvent.redirect.onceBit, firstID)
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> TappedClick {
        TappedClick(
            id: try row.read(), code: try row.readOptional(LinkCode.init),
            platform: try row.readValue(Platform.init(rawValue:)), isOpen: try row.read())
    }
}

/// Keeps what the buttons told.
package struct InsertTaps: Statement {
    package static let route = Route.eachRow
    package static let sql = """
        INSERT INTO click_taps (click_id, screen_points, screen_pixels, scale, time_zone, language, copied)
        SELECT * FROM unnest($1::uuid[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[],
            $6::bigint[], \
        $7::bool[])
        ON CONFLICT ON CONSTRAINT click_taps_pkey DO NOTHING
        """
    package let parameters: Parameters

    package init(_ taps: [TapRecord]) {
        parameters = Parameters(
            taps.map(\.clickID), taps.map(\.traits.screenInPoints), taps.map(\.traits.screenInPixels),
            taps.map(\.traits.scale), taps.map(\.traits.timeZone), taps.map(\.traits.language),
            taps.map(\.isCopied))
    }
}

/// Deletes the taps of clicks before the first that counts.
package struct DeleteExpiredTaps: Statement {
    package static let route = Route.periodicWork
    package static let sql = """
        DELETE FROM click_taps WHERE click_id IN
            (SELECT click_id FROM click_taps WHERE click_id < $1 ORDER BY click_id LIMIT 1000)
        """
    package let parameters: Parameters
    package init(before firstID: UUID) { parameters = Parameters(firstID) }
}
