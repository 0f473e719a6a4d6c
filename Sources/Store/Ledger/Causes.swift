package import FoundationEssentials
package import Postgres
package import Referrals
package import Values

/// Rewards of any status, in the order of beneficiary and id, each with the ledger key's word for it.
package struct WalkRewards: Statement {
    package static let sql = """
        SELECT \(RewardRow.columns), r.mac FROM rewards AS r WHERE (r.uid, r.id) > ($1, $2)
        ORDER BY r.uid, r.id LIMIT $3
        """
    let uid: UUID
    let id: UUID
    let limit: Int

    package init(after uid: UUID, _ id: UUID, limit: Int) {
        self.uid = uid
        self.id = id
        self.limit = limit
    }

    package func bind(to parameters: inout Parameters) {
        parameters.add(uid)
        parameters.add(id)
        parameters.add(Int64(limit))
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> HeldReward {
        (reward: try row.readReward(), mac: try row.read())
    }
}

/// Reservations that wait, in the order of their keys.
package struct WalkReservations: Statement {
    package typealias Row = (reservation: Reservation, mac: [UInt8]?)

    package static let sql = """
        SELECT v.uid, v.id, v.currency, v.amount, v.minutes, v.expires_at, v.state, v.mac FROM reservations AS v
        WHERE (v.uid, v.id) > ($1, $2) AND v.state = 'reserved' ORDER BY v.uid, v.id LIMIT $3
        """
    let uid: UUID
    let id: UUID
    let limit: Int

    package init(after uid: UUID, _ id: UUID, limit: Int) {
        self.uid = uid
        self.id = id
        self.limit = limit
    }

    package func bind(to parameters: inout Parameters) {
        parameters.add(uid)
        parameters.add(id)
        parameters.add(Int64(limit))
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Row {
        (reservation: try row.readReservation(), mac: try row.read())
    }
}

/// Merges, in the order of the players.
package struct WalkMerges: Statement {
    package typealias Row = (merge: MergeRecord, mac: [UInt8]?)

    package static let sql = """
        SELECT \(MergeRecord.columns), m.mac FROM merges AS m WHERE m.uid > $1 ORDER BY m.uid LIMIT $2
        """
    let uid: UUID
    let limit: Int

    package init(after uid: UUID, limit: Int) {
        self.uid = uid
        self.limit = limit
    }

    package func bind(to parameters: inout Parameters) {
        parameters.add(uid)
        parameters.add(Int64(limit))
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Row {
        (merge: try row.readMerge(), mac: try row.read())
    }
}

/// What went over from one account to another.
package struct WalkTransfers: Statement {
    package typealias Row = (uid: UserID, id: UUID, other: UserID)

    package static let sql = """
        SELECT uid, id, subject FROM ledger_entries
        WHERE (uid, id) > ($1, $2) AND kind = 'transfer' AND amount < 0 ORDER BY uid, id LIMIT $3
        """
    let uid: UUID
    let id: UUID
    let limit: Int

    package init(after uid: UUID, _ id: UUID, limit: Int) {
        self.uid = uid
        self.id = id
        self.limit = limit
    }

    package func bind(to parameters: inout Parameters) {
        parameters.add(uid)
        parameters.add(id)
        parameters.add(Int64(limit))
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Row {
        (uid: try row.readUserID(), id: try row.read(), other: try row.readUserID())
    }
}

/// Refunds of what was no redemption of that account and amount.
package struct FindUnmatchedRefunds: Statement {
    package typealias Row = (uid: UserID, id: UUID)

    package static let sql = """
        SELECT e.uid, e.id FROM ledger_entries AS e
        LEFT JOIN ledger_entries AS o ON o.uid = e.uid AND o.id = e.undoes AND o.currency = e.currency
            AND o.kind = 'redemption' AND o.amount = -e.amount
        WHERE e.kind = 'refund' AND o.id IS NULL LIMIT $1
        """
    let limit: Int

    package init(limit: Int) {
        self.limit = limit
    }

    package func bind(to parameters: inout Parameters) {
        parameters.add(Int64(limit))
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Row {
        (uid: try row.readUserID(), id: try row.read())
    }
}

/// When these users' first events came in; those without one are left out.
package struct FindFirstEvents: Statement {
    package typealias Row = (uid: UserID, receivedAt: Timestamp)

    package static let sql = """
        SELECT e.uid, min(e.received_at) FROM events AS e WHERE e.uid = ANY ($1::uuid[]) GROUP BY e.uid
        """
    let uids: [UserID]

    package init(of uids: [UserID]) {
        self.uids = uids
    }

    package func bind(to parameters: inout Parameters) {
        parameters.add(uids)
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Row {
        (uid: try row.readUserID(), receivedAt: try row.readTimestamp())
    }
}

/// Gives held rewards that have none the ledger key's word.
package struct AdoptRewards: Statement {
    package static let sql = """
        UPDATE rewards AS r SET mac = new.mac FROM unnest($1::uuid[], $2::uuid[], $3::bytea[]) AS new (uid, id, mac)
        WHERE r.uid = new.uid AND r.id = new.id AND r.status = 'held' AND r.mac IS NULL
        """
    package static let citusSQL = "\(sql) AND \(Shards.only("r.uid"))"
    let rewards: [HeldReward]

    package init(_ rewards: [HeldReward]) {
        self.rewards = rewards
    }

    package func bind(to parameters: inout Parameters) {
        parameters.add(rewards.map(\.reward.beneficiary))
        parameters.add(rewards.map(\.reward.id))
        parameters.add(rewards.map(\.mac))
    }
}

/// Gives waiting reservations that have none the ledger key's word.
package struct AdoptReservations: Statement {
    package static let sql = """
        UPDATE reservations AS v SET mac = new.mac
        FROM unnest($1::uuid[], $2::uuid[], $3::bytea[]) AS new (uid, id, mac)
        WHERE v.uid = new.uid AND v.id = new.id AND v.state = 'reserved' AND v.mac IS NULL
        """
    package static let citusSQL = "\(sql) AND \(Shards.only("v.uid"))"
    let rows: [WalkReservations.Row]

    package init(_ rows: [WalkReservations.Row]) {
        self.rows = rows
    }

    package func bind(to parameters: inout Parameters) {
        parameters.add(rows.map(\.reservation.key.uid))
        parameters.add(rows.map(\.reservation.key.id))
        parameters.add(rows.map(\.mac))
    }
}

/// Gives merges that have none the ledger key's word.
package struct AdoptMerges: Statement {
    package static let sql = """
        UPDATE merges AS m SET mac = new.mac FROM unnest($1::uuid[], $2::bytea[]) AS new (uid, mac)
        WHERE m.uid = new.uid AND m.mac IS NULL
        """
    package static let citusSQL = "\(sql) AND \(Shards.only("m.uid"))"
    let rows: [WalkMerges.Row]

    package init(_ rows: [WalkMerges.Row]) {
        self.rows = rows
    }

    package func bind(to parameters: inout Parameters) {
        parameters.add(rows.map(\.merge.player))
        parameters.add(rows.map(\.mac))
    }
}

/// Gives a key that has none the ledger key's word, and has each process read it again.
package struct AdoptAPIKey: Statement {
    package static let sql = """
        WITH adopted AS (UPDATE api_keys SET mac = $2 WHERE id = $1 AND mac IS NULL RETURNING id)
        SELECT pg_notify('\(Channels.apiKeys)', id::text)::text FROM adopted
        """
    let key: APIKeyRecord

    /// - Parameter key: with its MAC.
    package init(_ key: APIKeyRecord) {
        self.key = key
    }

    package func bind(to parameters: inout Parameters) {
        parameters.add(key.id)
        parameters.add(key.mac)
    }
}
