package import Postgres
package import Referrals
package import Values

/// An anonymous player who became an account.
package struct MergeRecord: Equatable, Sendable {
    package let player: UserID
    package let account: UserID
    /// How many the player had referred.
    package let players: Int64
    package let mergedAt: Timestamp

    package init(player: UserID, account: UserID, players: Int64, mergedAt: Timestamp) {
        self.player = player
        self.account = account
        self.players = players
        self.mergedAt = mergedAt
    }

    static let columns = "m.uid, m.account, m.players, m.merged_at"
}

extension RowReader {
    mutating func readMerge() throws(PostgresError) -> MergeRecord {
        MergeRecord(
            player: try readUserID(), account: try readUserID(), players: try read(),
            mergedAt: try readTimestamp())
    }
}

/// What accounts these players became; those who became none are left out.
package struct FindMerges: Statement {
    package static let sql = "SELECT \(MergeRecord.columns) FROM merges AS m WHERE m.uid = ANY ($1::uuid[])"
    let players: [UserID]

    package init(of players: [UserID]) {
        self.players = players
    }

    package func bind(to parameters: inout Parameters) {
        parameters.add(players)
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> MergeRecord {
        try row.readMerge()
    }
}

/// The same of one, for as long as its tokens are told, by PostgreSQL's clock.
package struct FindFreshMerge: Statement {
    package static let sql = """
        SELECT \(MergeRecord.columns) FROM merges AS m
        WHERE m.uid = $1 AND m.merged_at > clock_timestamp() - interval '30 days'
        """
    let player: UserID

    package init(of player: UserID) {
        self.player = player
    }

    package func bind(to parameters: inout Parameters) {
        parameters.add(player)
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> MergeRecord {
        try row.readMerge()
    }
}

/// Keeps that a player has become an account; twice is a violation of `merges_pkey`.
package struct InsertMerge: Statement {
    package static let sql =
        "INSERT INTO merges (uid, account, players, merged_at, due_at, mac) VALUES ($1, $2, $3, $4, $5, $6)"
    let merge: MergeRecord
    let dueAt: Timestamp
    let mac: [UInt8]?

    /// - Parameter mac: of the merge.
    package init(_ merge: MergeRecord, dueAt: Timestamp, mac: [UInt8]? = nil) {
        self.mac = mac
        self.merge = merge
        self.dueAt = dueAt
    }

    package func bind(to parameters: inout Parameters) {
        parameters.add(merge.player)
        parameters.add(merge.account)
        parameters.add(merge.players)
        parameters.add(merge.mergedAt)
        parameters.add(dueAt)
        parameters.add(mac)
    }
}

/// Who became an account, and the referral code that came with each.
package struct FindMergedUsers: Statement {
    package typealias Row = (uid: UserID, code: ReferralCode?)

    package static let sql =
        "SELECT merged, referral_code FROM merged_users WHERE uid = $1 ORDER BY merged"
    let account: UserID

    package init(of account: UserID) {
        self.account = account
    }

    package func bind(to parameters: inout Parameters) {
        parameters.add(account)
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Row {
        (uid: try row.readUserID(), code: try row.readOptional(ReferralCode.init))
    }
}

/// Who became these accounts.
package struct FindPlayersMerged: Statement {
    package typealias Row = (account: UserID, player: UserID)

    package static let sql = "SELECT uid, merged FROM merged_users WHERE uid = ANY ($1::uuid[])"
    let accounts: [UserID]

    package init(into accounts: [UserID]) {
        self.accounts = accounts
    }

    package func bind(to parameters: inout Parameters) {
        parameters.add(accounts)
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Row {
        (account: try row.readUserID(), player: try row.readUserID())
    }
}

package struct InsertMergedUser: Statement {
    package static let sql = "INSERT INTO merged_users (uid, merged, referral_code) VALUES ($1, $2, $3)"
    let account: UserID
    let player: User

    package init(_ player: User, into account: UserID) {
        self.player = player
        self.account = account
    }

    package func bind(to parameters: inout Parameters) {
        parameters.add(account)
        parameters.add(player.uid)
        parameters.add(player.referralCode.description)
    }
}

/// Forgets the codes that came with players who became an account.
package struct ForgetMergedCodes: Statement {
    package static let sql = "UPDATE merged_users SET referral_code = NULL WHERE uid = $1"
    let account: UserID

    package init(of account: UserID) {
        self.account = account
    }

    package func bind(to parameters: inout Parameters) {
        parameters.add(account)
    }
}
