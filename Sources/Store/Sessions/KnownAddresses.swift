package import Postgres
package import Values

/// An address that an account has signed in from, hashed.
package struct KnownAddress: Equatable, Sendable {
    package let uid: UserID
    package let hash: [UInt8]
    package let seenAt: Timestamp

    package init(uid: UserID, hash: [UInt8], seenAt: Timestamp) {
        self.uid = uid
        self.hash = hash
        self.seenAt = seenAt
    }
}

/// Remembers where an account was seen, written anew once a day; nothing of who is anonymous.
package struct RememberAddress: Statement {
    package static let route = Route.oneShard
    package static let sql = """
        INSERT INTO known_addresses (uid, address_hash, seen_at)
        SELECT uid, $2, $3 FROM users AS u WHERE uid = $1 AND signed_up_at IS NOT NULL AND \(UserRow.isThere)
        ON CONFLICT ON CONSTRAINT known_addresses_pkey DO UPDATE SET seen_at = excluded.seen_at
        WHERE known_addresses.seen_at < $4
        """
    package let parameters: Parameters

    package init(_ address: KnownAddress) {
        // Not reckoned there: Citus takes no function of time zones in such a condition.
        let dayBefore = address.seenAt.adding(seconds: -86_400)
        parameters = Parameters(address.uid, address.hash, address.seenAt, dayBefore)
    }
}

/// When an account was last seen at an address; no row when it never was.
package struct FindKnownAddress: Statement {
    package static let route = Route.oneShard
    package static let sql = "SELECT seen_at FROM known_addresses WHERE uid = $1 AND address_hash = $2"
    package let parameters: Parameters
    package init(_ address: KnownAddress) { parameters = Parameters(address.uid, address.hash) }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Timestamp {
        try row.readTimestamp()
    }
}

/// Forgets the addresses of a user beyond a number of them: those that were seen least lately.
package struct DeleteSurplusAddresses: Statement {
    package static let route = Route.oneShard
    package static let sql = """
        DELETE FROM known_addresses WHERE uid = $1 AND address_hash IN
            (SELECT address_hash FROM known_addresses WHERE uid = $1
             ORDER BY seen_at DESC, address_hash OFFSET $2)
        """
    package let parameters: Parameters
    package init(of uid: UserID, keptMax: Int64) { parameters = Parameters(uid, keptMax) }
}
