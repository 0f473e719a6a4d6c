package import Postgres
package import Values

/// The user that a sign-up with an Idempotency-Key made.
package struct SignUpKey: Sendable, Equatable {
    /// BLAKE2b of the key, 32 bytes.
    package let hash: [UInt8]
    package let uid: UserID
    package let createdAt: Timestamp

    package init(hash: [UInt8], uid: UserID, createdAt: Timestamp) {
        self.hash = hash
        self.uid = uid
        self.createdAt = createdAt
    }
}

/// The sign-ups made with these keys; keys not seen are left out.
package struct FindSignUpKeys: Statement {
    package static let route = Route.oneShard
    package static let sql =
        "SELECT key_hash, uid, created_at FROM sign_up_keys WHERE key_hash = ANY ($1::bytea[])"
    package let parameters: Parameters
    package init(_ hashes: [[UInt8]]) { parameters = Parameters(hashes) }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> SignUpKey {
        SignUpKey(hash: try row.read(), uid: try row.readUserID(), createdAt: try row.readTimestamp())
    }
}

/// Forgets keys, each only while it still stands for the same user.
package struct DeleteSignUpKeys: Statement {
    package static let route = Route.oneShard
    package static let sql = """
        DELETE FROM sign_up_keys AS k USING unnest($1::bytea[], $2::uuid[]) AS old (key_hash, uid)
        WHERE k.key_hash = old.key_hash AND k.uid = old.uid
        """
    package static let citusSQL = "\(sql) AND k.key_hash = ANY ($1::bytea[])"
    package let parameters: Parameters

    package init(_ keys: [SignUpKey]) {
        let keys = keys.sorted { $0.hash.lexicographicallyPrecedes($1.hash) }
        parameters = Parameters(keys.map(\.hash), keys.map(\.uid))
    }
}

/// Forgets the keys of a user.
package struct DeleteSignUpKeysOfUser: OfUser {
    package static let route = Route.installsElsewhere
    package static let sql = "DELETE FROM sign_up_keys WHERE uid = $1"
    package let parameters: Parameters
    package init(of uid: UserID) { parameters = Parameters(uid) }
}

/// Records keys; one that another sign-up has taken meanwhile is a violation of `sign_up_keys_pkey`.
package struct InsertSignUpKeys: Statement {
    package static let constraint = "sign_up_keys_pkey"
    package static let route = Route.eachRow
    package static let sql = """
        INSERT INTO sign_up_keys (key_hash, uid, created_at)
        SELECT * FROM unnest($1::bytea[], $2::uuid[], $3::timestamptz[])
        """
    package let parameters: Parameters

    package init(_ keys: [SignUpKey]) {
        let keys = keys.sorted { $0.hash.lexicographicallyPrecedes($1.hash) }
        parameters = Parameters(keys.map(\.hash), keys.map(\.uid), keys.map(\.createdAt))
    }
}
