package import FoundationEssentials
package import Postgres
package import Referrals
package import Values

/// The rewards of these keys; keys without one are left out.
package struct FindRewards: Statement {
    package static let route = Route.oneShard
    package static let sql = """
        SELECT \(RewardRow.columns)
        FROM unnest($1::uuid[], $2::uuid[], $3::text[]) AS wanted (uid, subject, rule)
        JOIN rewards AS r ON r.uid = wanted.uid AND r.subject = wanted.subject AND r.rule = wanted.rule
        """
    package static let citusSQL = "\(sql) WHERE \(Shards.only("r.uid"))"
    package let parameters: Parameters

    package init(_ keys: [RewardKey]) {
        parameters = Parameters(keys.map(\.beneficiary), keys.map(\.subject), keys.map(\.rule.description))
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Reward {
        try row.readReward()
    }
}

/// The MACs of some of a user's rewards.
package struct FindRewardMACs: Statement {
    package typealias Row = (id: UUID, mac: [UInt8]?)

    package static let route = Route.oneShard
    package static let sql = "SELECT id, mac FROM rewards WHERE uid = $1 AND id = ANY ($2::uuid[])"
    package let parameters: Parameters
    package init(_ ids: [UUID], of uid: UserID) { parameters = Parameters(uid, ids) }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Row {
        (id: try row.read(), mac: try row.read())
    }
}

/// One of a user's rewards, by its id.
package struct FindReward: Statement {
    package static let route = Route.oneShard
    package static let sql = "SELECT \(RewardRow.columns) FROM rewards AS r WHERE r.uid = $1 AND r.id = $2"
    package let parameters: Parameters
    package init(_ id: UUID, of uid: UserID) { parameters = Parameters(uid, id) }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Reward {
        try row.readReward()
    }
}
