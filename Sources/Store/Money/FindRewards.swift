package import FoundationEssentials
package import Postgres
package import Referrals
package import Values

/// The rewards of these keys; keys without one are left out.
package struct FindRewards: Statement {
    package static let sql = """
        SELECT \(RewardRow.columns)
        FROM unnest($1::uuid[], $2::uuid[], $3::text[]) AS wanted (uid, subject, rule)
        JOIN rewards AS r ON r.uid = wanted.uid AND r.subject = wanted.subject AND r.rule = wanted.rule
        """
    package static let citusSQL = "\(sql) WHERE \(Shards.only("r.uid"))"
    let keys: [RewardKey]

    package init(_ keys: [RewardKey]) {
        self.keys = keys
    }

    package func bind(to parameters: inout Parameters) {
        parameters.add(keys.map(\.beneficiary))
        parameters.add(keys.map(\.subject))
        parameters.add(keys.map(\.rule.description))
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Reward {
        try row.readReward()
    }
}

/// The MACs of some of a user's rewards.
package struct FindRewardMACs: Statement {
    package typealias Row = (id: UUID, mac: [UInt8]?)

    package static let sql = "SELECT id, mac FROM rewards WHERE uid = $1 AND id = ANY ($2::uuid[])"
    let uid: UserID
    let ids: [UUID]

    package init(_ ids: [UUID], of uid: UserID) {
        self.uid = uid
        self.ids = ids
    }

    package func bind(to parameters: inout Parameters) {
        parameters.add(uid)
        parameters.add(ids)
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Row {
        (id: try row.read(), mac: try row.read())
    }
}

/// One of a user's rewards, by its id.
package struct FindReward: Statement {
    package static let sql = "SELECT \(RewardRow.columns) FROM rewards AS r WHERE r.uid = $1 AND r.id = $2"
    let uid: UserID
    let id: UUID

    package init(_ id: UUID, of uid: UserID) {
        self.uid = uid
        self.id = id
    }

    package func bind(to parameters: inout Parameters) {
        parameters.add(uid)
        parameters.add(id)
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Reward {
        try row.readReward()
    }
}
