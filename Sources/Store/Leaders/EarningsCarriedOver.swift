package import Postgres
package import Values

/// Players who became accounts, and whose sums aren't the accounts' yet.
package struct FindMergesToCarryOver: Statement {
    package static let route = Route.periodicWork
    package static let sql = """
        SELECT \(MergeRecord.columns) FROM merges AS m WHERE NOT m.is_brought_over ORDER BY m.uid LIMIT $1
        """
    package let parameters: Parameters
    package init(limit: Int) { parameters = Parameters(Int64(limit)) }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> MergeRecord {
        try row.readMerge()
    }
}

package struct SetEarningsCarriedOver: Statement {
    package static let route = Route.oneShard
    package static let sql = "UPDATE merges SET is_brought_over = true WHERE uid = ANY ($1::uuid[])"
    package let parameters: Parameters
    package init(_ players: [UserID]) { parameters = Parameters(players) }
}

/// These players' rewards for friends, by day.
package struct FindDailyReferralEarnings: Statement {
    package static let route = Route.oneShard
    package static let sql =
        "SELECT uid, currency, day, amount FROM brought_days WHERE uid = ANY ($1::uuid[])"
    package let parameters: Parameters
    package init(of players: [UserID]) { parameters = Parameters(players) }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> DailyReferralEarnings {
        try DailyReferralEarnings.read(&row)
    }
}

package struct DeleteDailyReferralEarnings: Statement {
    package static let route = Route.oneShard
    package static let sql = "DELETE FROM brought_days WHERE uid = ANY ($1::uuid[])"
    package let parameters: Parameters
    package init(of players: [UserID]) { parameters = Parameters(players) }
}
