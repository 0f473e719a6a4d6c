package import Postgres
package import Referrals
package import Values

/// The stored rewards of a user by a rule in a currency.
package struct StoredGrantCount: Equatable, Sendable {
    package let key: GrantLimits.Key
    /// The version of the rule since which it was counted; below 0 where it never was.
    package let epoch: Int64
    package let given: GrantLimits.Given
}

/// Reads what was given and keeps others from giving more until the transaction ends; makes rows to lock
/// where there are none.
package struct LockGrantCounts: Statement {
    package static let route = Route.oneShard
    package static let sql = text("SELECT * FROM \(arrays)")
    package static let citusSQL = text(Shards.rows(["uid", "rule", "currency"], of: arrays))
    private static let arrays = "unnest($1::uuid[], $2::text[], $3::text[])"

    private static func text(_ rows: String) -> String {
        """
        INSERT INTO reward_places AS p (uid, rule, currency) \(rows)
        ON CONFLICT ON CONSTRAINT reward_places_pkey DO UPDATE SET given = p.given
        RETURNING p.uid, p.rule, p.currency, p.epoch, p.given, p.recent
        """
    }

    package let parameters: Parameters

    package init(_ keys: [GrantLimits.Key]) {
        let keys = keys.sorted()
        parameters = Parameters(
            keys.map(\.beneficiary), keys.map(\.budgetKey.rule.description),
            keys.map(\.budgetKey.currency.description))
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> StoredGrantCount {
        try row.readStoredGrantCount()
    }
}

/// Counts what was given to those whose counts, which are locked, weren't counted since `epoch`.
package struct CountGiven: Statement {
    package static let route = Route.oneShard
    package static let sql = text("")
    package static let citusSQL = text("WHERE \(Shards.only("p.uid"))")

    private static func text(_ shards: String) -> String {
        """
        SELECT p.uid, p.rule, p.currency, w.epoch, count(r.id) + p.carried, coalesce(string_agg(
            (extract(epoch FROM r.granted_at) * 1000000)::bigint::text, ',' ORDER BY r.granted_at)
            FILTER (WHERE r.granted_at > $5), '')
        FROM unnest($1::uuid[], $2::text[], $3::text[], $4::bigint[]) AS w (uid, rule, currency, epoch)
        JOIN reward_places AS p
            ON p.uid = w.uid AND p.rule = w.rule AND p.currency = w.currency AND p.epoch <> w.epoch
        LEFT JOIN rewards AS r ON r.uid = p.uid AND r.rule = p.rule AND r.currency = p.currency
        \(shards) GROUP BY p.uid, p.rule, p.currency, w.epoch, p.carried
        """
    }

    package let parameters: Parameters

    package init(_ counts: [GrantLimits.Key: Int64], recentSince dayAgo: Timestamp) {
        let counts = counts.sorted { $0.key < $1.key }
        parameters = Parameters(
            counts.map(\.key.beneficiary), counts.map(\.key.budgetKey.rule.description),
            counts.map(\.key.budgetKey.currency.description), counts.map(\.value), dayAgo)
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> StoredGrantCount {
        try row.readStoredGrantCount()
    }
}

/// Writes what has been given to those whose counts are locked.
package struct SetGrantCounts: Statement {
    package static let route = Route.oneShard
    package static let sql = """
        UPDATE reward_places AS p SET epoch = new.epoch, given = new.given, recent = new.recent
        FROM unnest($1::uuid[], $2::text[], $3::text[], $4::bigint[], $5::bigint[], $6::text[])
            AS new (uid, rule, currency, epoch, given, recent)
        WHERE p.uid = new.uid AND p.rule = new.rule AND p.currency = new.currency
        """
    package static let citusSQL = "\(sql) AND \(Shards.only("p.uid"))"
    package let parameters: Parameters

    package init(
        _ counts: [GrantLimits.Key: GrantLimits.Given], countedSince epochs: [GrantLimits.Key: Int64]
    ) {
        let counts = counts.sorted { $0.key < $1.key }.map { key, given in
            StoredGrantCount(key: key, epoch: epochs[key] ?? -1, given: given)
        }
        parameters = Parameters(
            counts.map(\.key.beneficiary), counts.map(\.key.budgetKey.rule.description),
            counts.map(\.key.budgetKey.currency.description), counts.map(\.epoch), counts.map(\.given.count),
            counts.map { GrantLimits.text($0.given.recent) })
    }
}

extension GrantLimits {
    /// Times as they are kept.
    static func text(_ times: [Timestamp]) -> String {
        times.map { String($0.microsecondsSince1970) }.joined(separator: ",")
    }
}

extension RowReader {
    fileprivate mutating func readStoredGrantCount() throws(PostgresError) -> StoredGrantCount {
        let beneficiary = try readUserID()
        let budgetKey = try readBudgetKey()
        let epoch: Int64 = try read()
        let count: Int64 = try read()
        return StoredGrantCount(
            key: GrantLimits.Key(beneficiary: beneficiary, budgetKey: budgetKey), epoch: epoch,
            given: GrantLimits.Given(count: count, recent: try readTimes()))
    }

    /// As `GrantLimits.text` writes them.
    mutating func readTimes() throws(PostgresError) -> [Timestamp] {
        let times: String = try read()
        return times.split(separator: ",").compactMap { Int64($0) }
            .map { Timestamp(microsecondsSince1970: $0) }
    }

    mutating func readBudgetKey() throws(PostgresError) -> GrantLimits.BudgetKey {
        GrantLimits.BudgetKey(
            rule: try readValue { RuleName(kept: $0) }, currency: try readValue(Currency.init))
    }
}
