package import FoundationEssentials
package import Links
package import Postgres
package import Values

/// A click as it was recorded, and what became of it.
package struct ClickRecord: Equatable, Sendable {
    package let id: UUID
    package let code: LinkCode?
    /// The stored part of a link without a code, as a long link.
    package let keptLink: String?
    package let platform: Platform
    package let claimedAt: Timestamp?
    /// Its counts, as `LinkEvent.onceBit`.
    package let events: Int32
}

extension LinkEvent {
    /// Its bit in a click's `events`; nil for what may happen to one click again and again.
    package var onceBit: Int32? {
        switch self {
        case .install: 1
        case .firstOpen: 2
        case .declined: 4
        // By a page's button; an immediate redirect is counted with the click.
        case .redirect: 8
        case .click, .reOpen, .shared: nil
        case .claimClickID, .claimInstallReferrer, .claimLink, .claimClipboard, .claimDevice, .claimNone: nil
        }
    }
}

extension ClickRecord {
    static let columns = "id, code, coalesce(kept_link, long_link), platform, claimed_at, events"

    init(_ row: inout RowReader) throws(PostgresError) {
        id = try row.read()
        code = try row.readOptional(LinkCode.init)
        keptLink = try row.read()
        platform = try row.readValue(Platform.init(rawValue:))
        claimedAt = try row.readOptionalTimestamp()
        events = try row.read()
    }
}

package struct FindClick: Statement {
    package static let route = Route.oneShard
    package static let sql = "SELECT \(ClickRecord.columns) FROM clicks WHERE id = $1"
    package let parameters: Parameters
    package init(_ id: UUID) { parameters = Parameters(id) }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> ClickRecord {
        try ClickRecord(&row)
    }
}

/// The newest unclaimed clicks of a device, which has a hash for each day, on one link. `firstID`
/// determines the possible partitions.
package struct FindDeviceClicks: Statement {
    package static let route = Route.unknownClick
    package static let sql = """
        SELECT \(ClickRecord.columns) FROM clicks
        WHERE device_hash = ANY ($1::bigint[]) AND device_hash IS NOT NULL AND clicked_at > $2 AND claimed_at IS NULL
            AND code = $3 AND id >= $5
        ORDER BY clicked_at DESC, id DESC LIMIT $4
        """
    package let parameters: Parameters

    package init(
        _ devices: [Int64], since: Timestamp, firstID: UUID, code: LinkCode, limit: Int
    ) {
        parameters = Parameters(devices, since, code.description, Int64(limit), firstID)
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> ClickRecord {
        try ClickRecord(&row)
    }
}

/// The clicks that were claimed under an Idempotency-Key after `since`, the last one first.
package struct FindClaimedClicks: Statement {
    package static let route = Route.unknownClick
    package static let sql = """
        SELECT \(ClickRecord.columns) FROM clicks WHERE claim_key = $1 AND claimed_at > $2
        ORDER BY claimed_at DESC LIMIT 32
        """
    package let parameters: Parameters

    /// - Parameter key: the key's hash; nil finds none.
    package init(under key: [UInt8]?, since: Timestamp) { parameters = Parameters(key, since) }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> ClickRecord {
        try ClickRecord(&row)
    }
}
