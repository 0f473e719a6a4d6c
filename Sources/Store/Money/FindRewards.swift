package import Postgres
package import Referrals

/// The rewards of these keys; keys without one are left out.
package struct FindRewards: Statement {
    package static let sql = """
        SELECT r.id, r.rule, r.uid, r.role, r.subject, r.currency, r.amount, r.status, r.reason, r.granted_at
        FROM unnest($1::uuid[], $2::uuid[], $3::text[]) AS wanted (uid, subject, rule)
        JOIN rewards AS r ON r.uid = wanted.uid AND r.subject = wanted.subject AND r.rule = wanted.rule
        """
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
        Reward(
            id: try row.read(), rule: try row.readValue { RuleName($0) }, beneficiary: try row.readUserID(),
            role: try row.readValue(RewardRole.init(rawValue:)), subject: try row.readUserID(),
            currency: try row.readValue(Currency.init), amount: try row.read(),
            status: try row.readValue(Reward.Status.init(rawValue:)), reason: try row.read(),
            grantedAt: try row.readTimestamp())
    }
}
