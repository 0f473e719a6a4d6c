package import Postgres
package import Values

/// The user of an install key, as a sign-up made it.
package struct InstallKeyRecord: Sendable, Equatable {
    /// A keyed hash of the public key, 32 bytes.
    package let thumbprint: [UInt8]
    package let uid: UserID
    package let createdAt: Timestamp

    package init(thumbprint: [UInt8], uid: UserID, createdAt: Timestamp) {
        self.thumbprint = thumbprint
        self.uid = uid
        self.createdAt = createdAt
    }
}

/// The users of these keys; unknown keys are omitted.
package struct FindInstallKeys: Statement {
    package static let route = Route.oneShard
    package static let sql =
        "SELECT thumbprint, uid, created_at FROM install_keys WHERE thumbprint = ANY ($1::bytea[])"
    package let parameters: Parameters
    package init(_ thumbprints: [[UInt8]]) { parameters = Parameters(thumbprints) }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> InstallKeyRecord {
        InstallKeyRecord(
            thumbprint: try row.read(), uid: try row.readUserID(), createdAt: try row.readTimestamp())
    }
}

/// Forgets keys, each only while it still stands for the same user.
package struct DeleteInstallKeys: Statement {
    package static let route = Route.oneShard
    package static let sql = """
        DELETE FROM install_keys AS k USING unnest($1::bytea[], $2::uuid[]) AS old (thumbprint, uid)
        WHERE k.thumbprint = old.thumbprint AND k.uid = old.uid
        """
    package static let citusSQL = "\(sql) AND k.thumbprint = ANY ($1::bytea[])"
    package let parameters: Parameters

    package init(_ keys: [InstallKeyRecord]) {
        let keys = keys.sorted { $0.thumbprint.lexicographicallyPrecedes($1.thumbprint) }
        parameters = Parameters(keys.map(\.thumbprint), keys.map(\.uid))
    }
}

/// Records keys; one that another sign-up has taken meanwhile is a violation of `install_keys_pkey`.
package struct InsertInstallKeys: Statement {
    package static let constraint = "install_keys_pkey"
    package static let route = Route.eachRow
    package static let sql = """
        INSERT INTO install_keys (thumbprint, uid, created_at)
        SELECT * FROM unnest($1::bytea[], $2::uuid[], $3::timestamptz[])
        """
    package let parameters: Parameters

    package init(_ keys: [InstallKeyRecord]) {
        let keys = keys.sorted { $0.thumbprint.lexicographicallyPrecedes($1.thumbprint) }
        parameters = Parameters(keys.map(\.thumbprint), keys.map(\.uid), keys.map(\.createdAt))
    }
}

/// Forgets the keys of a user.
package struct DeleteInstallKeysOfUser: OfUser {
    package static let route = Route.installsElsewhere
    package static let sql = "DELETE FROM install_keys WHERE uid = $1"
    package let parameters: Parameters
    package init(of uid: UserID) { parameters = Parameters(uid) }
}

/// The encrypted install keys of these users; users without one are omitted.
package struct FindKeysOfInstalls: Statement {
    package typealias Row = (uid: UserID, publicKey: [UInt8])

    package static let route = Route.oneShard
    package static let sql =
        "SELECT uid, public_key FROM user_install_keys WHERE uid = ANY ($1::uuid[])"
    package let parameters: Parameters
    package init(of uids: [UserID]) { parameters = Parameters(uids) }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Row {
        (uid: try row.readUserID(), publicKey: try row.read())
    }
}

/// Gives anonymous users their install keys. Sent again after a commit in doubt, it changes nothing.
package struct InsertKeysOfInstalls: Statement {
    package static let route = Route.oneShard
    package static let sql = text("SELECT * FROM \(arrays)")
    package static let citusSQL = text(Shards.rows(["uid", "public_key"], of: arrays))
    private static let arrays = "unnest($1::uuid[], $2::bytea[])"

    private static func text(_ rows: String) -> String {
        """
        INSERT INTO user_install_keys (uid, public_key) \(rows)
        ON CONFLICT ON CONSTRAINT user_install_keys_pkey DO NOTHING
        """
    }

    package let parameters: Parameters

    package init(_ keys: [FindKeysOfInstalls.Row]) {
        let keys = keys.sorted { $0.uid < $1.uid }
        parameters = Parameters(keys.map(\.uid), keys.map(\.publicKey))
    }
}

/// Takes the install key off a user.
package struct DeleteKeyOfInstall: OfUser {
    package static let route = Route.oneShard
    package static let sql = "DELETE FROM user_install_keys WHERE uid = $1"
    package let parameters: Parameters
    package init(of uid: UserID) { parameters = Parameters(uid) }
}

/// Binds the sessions that a user has to its install key.
package struct BindSessions: Statement {
    package static let route = Route.oneShard
    package static let sql = "UPDATE sessions SET install_key = $2 WHERE uid = $1 AND install_key IS NULL"
    package let parameters: Parameters
    package init(of uid: UserID, to publicKey: [UInt8]) { parameters = Parameters(uid, publicKey) }
}
