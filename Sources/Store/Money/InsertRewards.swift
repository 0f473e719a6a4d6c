package import Postgres
package import Referrals

/// Records rewards. One that its beneficiary has for the same subject, rule and currency is a violation of
/// `rewards_pkey`: nothing can be paid twice.
package struct InsertRewards: Statement {
    package static let constraint = "rewards_pkey"
    package static let route = Route.oneShard
    package static let sql = text("SELECT * FROM \(arrays)")
    package static let citusSQL = text(Shards.rows(columns, of: arrays))
    private static let columns = [
        "uid", "subject", "rule", "id", "role", "currency", "amount", "status", "reason", "granted_at",
        "release_at", "rule_version", "codes", "mac",
    ]
    private static let arrays = """
        unnest($1::uuid[], $2::uuid[], $3::text[], $4::uuid[], $5::text[], $6::text[], \
        $7::bigint[], $8::text[], $9::text[], $10::timestamptz[], $11::timestamptz[], $12::bigint[], $13::text[], \
        $14::bytea[])
        """

    private static func text(_ rows: String) -> String {
        "INSERT INTO rewards (\(columns.joined(separator: ", "))) \(rows)"
    }

    package let parameters: Parameters

    /// - Parameter mac: makes a reward's MAC; nil for a reward that needs none.
    package init(_ rewards: [Reward], mac: (Reward) -> [UInt8]? = { _ in nil }) {
        let rewards = rewards.sorted(on: RewardKey.init)
        parameters = Parameters(
            rewards.map(\.beneficiary), rewards.map(\.subject), rewards.map(\.rule.description),
            rewards.map(\.id), rewards.map(\.role.rawValue), rewards.map(\.currency.description),
            rewards.map(\.amount), rewards.map(\.status.rawValue), rewards.map(\.reason),
            rewards.map(\.grantedAt), rewards.map(\.releaseAt), rewards.map(\.ruleVersion),
            rewards.map { $0.codes.isEmpty ? "" : $0.codes.names.joined(separator: ",") }, rewards.map(mac))
    }
}
