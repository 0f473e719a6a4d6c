package import FoundationEssentials
package import Postgres
package import Referrals
package import Values

/// Keeps redemptions as reserved, with the entries that take their amounts.
package struct InsertReservations: Statement {
    package static let route = Route.oneShard
    package static let sql = text("SELECT * FROM \(arrays)")
    package static let citusSQL = text(Shards.rows(columns, of: arrays))
    private static let columns = ["uid", "id", "currency", "amount", "minutes", "expires_at", "mac"]
    private static let arrays = """
        unnest($1::uuid[], $2::uuid[], $3::text[], $4::bigint[], $5::int[], $6::timestamptz[], \
        $7::bytea[])
        """

    private static func text(_ rows: String) -> String {
        "INSERT INTO reservations (\(columns.joined(separator: ", "))) \(rows)"
    }

    package let parameters: Parameters

    /// - Parameter mac: makes a reservation's MAC.
    package init(_ reservations: [Reservation], mac: (Reservation) -> [UInt8]? = { _ in nil }) {
        let reservations = reservations.sorted(on: \.key)
        parameters = Parameters(
            reservations.map(\.key.uid), reservations.map(\.key.id), reservations.map(\.currency.description),
            reservations.map(\.amount), reservations.map(\.minutes), reservations.map(\.expiresAt),
            reservations.map(mac))
    }
}

/// The reservations of these redemptions, and whether their time is up by PostgreSQL's clock; those that were
/// never reserved are left out.
package struct FindReservations: Statement {
    package typealias Row = (reservation: Reservation, isDue: Bool, mac: [UInt8]?)

    package static let route = Route.oneShard
    package static let sql = """
        SELECT v.uid, v.id, v.currency, v.amount, v.minutes, v.expires_at, v.state,
            v.expires_at <= clock_timestamp(), v.mac
        FROM unnest($1::uuid[], $2::uuid[]) AS wanted (uid, id)
        JOIN reservations AS v ON v.uid = wanted.uid AND v.id = wanted.id
        """
    package static let citusSQL = "\(sql) WHERE \(Shards.only("v.uid"))"
    package let parameters: Parameters

    package init(_ keys: [LedgerEntry.Key]) {
        let keys = keys.sorted()
        parameters = Parameters(keys.map(\.uid), keys.map(\.id))
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Row {
        (reservation: try row.readReservation(), isDue: try row.read(), mac: try row.read())
    }
}

extension RowReader {
    mutating func readReservation() throws(PostgresError) -> Reservation {
        Reservation(
            key: LedgerEntry.Key(uid: try readUserID(), id: try read()),
            currency: try readValue(Currency.init), amount: try read(), minutes: try read(),
            expiresAt: try readTimestamp(), state: try readValue(Reservation.State.init(rawValue:)))
    }
}

/// Says what became of a reservation, once; the account is locked.
package struct SettleReservation: Statement {
    package static let route = Route.oneShard
    package static let sql =
        "UPDATE reservations SET state = $3, mac = NULL WHERE uid = $1 AND id = $2 AND state = 'reserved'"
    package let parameters: Parameters

    /// - Parameter reservation: with its new state.
    package init(_ reservation: Reservation) {
        parameters = Parameters(reservation.key.uid, reservation.key.id, reservation.state.rawValue)
    }
}

/// Postpones a reservation without a genuine MAC, so that `ReservationKeeper` does not find it in each round.
package struct ShelveReservation: Statement {
    package static let route = Route.oneShard
    package static let sql = """
        UPDATE reservations SET expires_at = $3
        WHERE uid = $1 AND id = $2 AND state = 'reserved'
        """
    package let parameters: Parameters

    package init(_ key: LedgerEntry.Key, until time: Timestamp) {
        parameters = Parameters(key.uid, key.id, time)
    }
}

/// Reservations whose time is up by PostgreSQL's clock, those that wait longest first.
package struct FindDueReservations: Statement {
    package static let route = Route.administration
    package static let sql = """
        SELECT uid, id FROM reservations
        WHERE state = 'reserved' AND expires_at <= clock_timestamp() AND id <> ALL ($2::uuid[])
        ORDER BY expires_at LIMIT $1
        """
    package let parameters: Parameters

    /// - Parameter others: the ids of those that are left out.
    package init(limit: Int, without others: [UUID] = []) { parameters = Parameters(Int64(limit), others) }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> LedgerEntry.Key {
        LedgerEntry.Key(uid: try row.readUserID(), id: try row.read())
    }
}
