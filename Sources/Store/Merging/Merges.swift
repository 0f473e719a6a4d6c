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

/// The accounts of these merged players; others are omitted.
package struct FindMerges: Statement {
    package static let route = Route.oneShard
    package static let sql = "SELECT \(MergeRecord.columns) FROM merges AS m WHERE m.uid = ANY ($1::uuid[])"
    package let parameters: Parameters
    package init(of players: [UserID]) { parameters = Parameters(players) }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> MergeRecord {
        try row.readMerge()
    }
}

/// The same for one player, while its expired tokens are still answered, by PostgreSQL's clock.
package struct FindFreshMerge: Statement {
    package static let route = Route.oneShard
    package static let sql = """
        SELECT \(MergeRecord.columns) FROM merges AS m
        WHERE m.uid = $1 AND m.merged_at > clock_timestamp() - interval '30 days'
        """
    package let parameters: Parameters
    package init(of player: UserID) { parameters = Parameters(player) }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> MergeRecord {
        try row.readMerge()
    }
}

/// Keeps that a player has become an account; twice is a violation of `merges_pkey`.
package struct InsertMerge: Statement {
    package static let route = Route.oneShard
    package static let sql =
        "INSERT INTO merges (uid, account, players, merged_at, due_at, mac) VALUES ($1, $2, $3, $4, $5, $6)"
    package let parameters: Parameters

    /// - Parameter mac: of the merge.
    package init(_ merge: MergeRecord, dueAt: Timestamp, mac: [UInt8]? = nil) {
        parameters = Parameters(merge.player, merge.account, merge.players, merge.mergedAt, dueAt, mac)
    }
}

/// The players merged into an account, each with its referral code.
package struct FindMergedUsers: Statement {
    package typealias Row = (uid: UserID, code: ReferralCode?)

    package static let route = Route.oneShard
    package static let sql =
        "SELECT merged, referral_code FROM merged_users WHERE uid = $1 ORDER BY merged"
    package let parameters: Parameters
    package init(of account: UserID) { parameters = Parameters(account) }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Row {
        (uid: try row.readUserID(), code: try row.readOptional(ReferralCode.init))
    }
}

/// The players merged into these accounts.
package struct FindPlayersMerged: Statement {
    package typealias Row = (account: UserID, player: UserID)

    package static let route = Route.oneShard
    package static let sql = "SELECT uid, merged FROM merged_users WHERE uid = ANY ($1::uuid[])"
    package let parameters: Parameters
    package init(into accounts: [UserID]) { parameters = Parameters(accounts) }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Row {
        (account: try row.readUserID(), player: try row.readUserID())
    }
}

package struct InsertMergedUser: Statement {
    package static let route = Route.oneShard
    package static let sql = "INSERT INTO merged_users (uid, merged, referral_code) VALUES ($1, $2, $3)"
    package let parameters: Parameters

    package init(_ player: User, into account: UserID) {
        parameters = Parameters(account, player.uid, player.referralCode.description)
    }
}

/// Keeps a merged player on the account's own row, once.
package struct AddFormerUser: Statement {
    package static let route = Route.oneShard
    package static let sql = """
        UPDATE users SET former = array_append(former, $2)
        WHERE uid = $1 AND $2 <> ALL (coalesce(former, '{}'))
        """
    package let parameters: Parameters
    package init(_ player: UserID, to account: UserID) { parameters = Parameters(account, player) }
}

/// Forgets the codes that came with players who became an account.
package struct ForgetMergedCodes: Statement {
    package static let route = Route.oneShard
    package static let sql = "UPDATE merged_users SET referral_code = NULL WHERE uid = $1"
    package let parameters: Parameters
    package init(of account: UserID) { parameters = Parameters(account) }
}
