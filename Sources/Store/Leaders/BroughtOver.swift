package import Postgres
package import Values

/// Players who became accounts, and whose sums aren't the accounts' yet.
package struct FindMergesToBringOver: Statement {
    package static let sql = """
        SELECT \(MergeRecord.columns) FROM merges AS m WHERE NOT m.is_brought_over ORDER BY m.uid LIMIT $1
        """
    let limit: Int

    package init(limit: Int) {
        self.limit = limit
    }

    package func bind(to parameters: inout Parameters) {
        parameters.add(Int64(limit))
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> MergeRecord {
        try row.readMerge()
    }
}

package struct SetBroughtOver: OfPlayers {
    package static let sql = "UPDATE merges SET is_brought_over = true WHERE uid = ANY ($1::uuid[])"
    package let players: [UserID]

    package init(_ players: [UserID]) {
        self.players = players
    }
}

/// What friends brought these players, by day.
package struct FindBroughtDays: OfPlayers {
    package static let sql =
        "SELECT uid, currency, day, amount FROM brought_days WHERE uid = ANY ($1::uuid[])"
    package let players: [UserID]

    package init(of players: [UserID]) {
        self.players = players
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> BroughtOnDay {
        try BroughtOnDay.read(&row)
    }
}

package struct DeleteBroughtDays: OfPlayers {
    package static let sql = "DELETE FROM brought_days WHERE uid = ANY ($1::uuid[])"
    package let players: [UserID]

    package init(of players: [UserID]) {
        self.players = players
    }
}

/// A statement about players, with no other parameter.
package protocol OfPlayers: Statement {
    var players: [UserID] { get }
}

extension OfPlayers {
    package func bind(to parameters: inout Parameters) {
        parameters.add(players)
    }
}
