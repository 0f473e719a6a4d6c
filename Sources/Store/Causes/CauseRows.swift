package import Postgres
package import Referrals
internal import Values

/// Rewards of any status, each with its MAC.
package struct WalkRewards: RowWalk {
    package static let route = Route.periodicWork
    package static let sql = """
        SELECT \(RewardRow.columns), r.mac FROM rewards AS r WHERE (r.uid, r.id) > ($1, $2)
        ORDER BY r.uid, r.id LIMIT $3
        """
    package let parameters: Parameters
    package init(_ page: RowPage) { parameters = Parameters(page) }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> HeldReward {
        (reward: try row.readReward(), mac: try row.read())
    }

    package static func position(of row: HeldReward) -> RowPosition {
        RowPosition(uid: row.reward.beneficiary.uuid, id: row.reward.id)
    }
}

/// Pending reservations, each with its MAC.
package struct WalkReservations: RowWalk {
    package typealias Row = (reservation: Reservation, mac: [UInt8]?)

    package static let route = Route.periodicWork
    package static let sql = """
        SELECT v.uid, v.id, v.currency, v.amount, v.minutes, v.expires_at, v.state, v.mac
            FROM reservations AS v
        WHERE (v.uid, v.id) > ($1, $2) AND v.state = 'reserved' ORDER BY v.uid, v.id LIMIT $3
        """
    package let parameters: Parameters
    package init(_ page: RowPage) { parameters = Parameters(page) }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Row {
        (reservation: try row.readReservation(), mac: try row.read())
    }

    package static func position(of row: Row) -> RowPosition {
        RowPosition(uid: row.reservation.key.uid.uuid, id: row.reservation.key.id)
    }
}

/// Merges, each with its MAC; a player has one at most, so that the uid is its id as well.
package struct WalkMerges: RowWalk {
    package typealias Row = (merge: MergeRecord, mac: [UInt8]?)

    package static let route = Route.periodicWork
    package static let sql = """
        SELECT \(MergeRecord.columns), m.mac FROM merges AS m WHERE (m.uid, m.uid) > ($1, $2)
        ORDER BY m.uid LIMIT $3
        """
    package let parameters: Parameters
    package init(_ page: RowPage) { parameters = Parameters(page) }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Row {
        (merge: try row.readMerge(), mac: try row.read())
    }

    package static func position(of row: Row) -> RowPosition {
        RowPosition(uid: row.merge.player.uuid, id: row.merge.player.uuid)
    }
}
