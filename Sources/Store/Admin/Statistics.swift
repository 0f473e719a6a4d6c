package import Postgres
package import Referrals

package struct CountUsers: Statement {
    package static let route = Route.administration
    package static let sql = """
        SELECT count(*), count(signed_up_at), count(referred_by), count(referral_rejection) FROM users
        """

    package init() {}

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> UserCounts {
        UserCounts(
            users: try row.read(), signedUp: try row.read(), referred: try row.read(),
            rejected: try row.read())
    }
}

/// Rewards by rule, status and currency.
package struct CountRewards: Statement {
    package static let route = Route.administration
    package static let sql = """
        SELECT rule, status, currency, count(*),
            least(sum(amount), 9223372036854775807)::bigint FROM rewards GROUP BY rule, status, currency
        ORDER BY rule, status, currency
        """

    package init() {}

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> RewardCount {
        RewardCount(
            rule: try row.readValue { RuleName(kept: $0) },
            status: try row.readValue(Reward.Status.init(rawValue:)),
            currency: try row.readValue(Currency.init), count: try row.read(), amount: try row.read())
    }
}

/// The ledger's sums by currency and kind.
package struct SumLedger: Statement {
    package static let route = Route.administration
    package static let sql = """
        SELECT currency, kind, count(*),
            greatest(least(sum(amount), 9223372036854775807), -9223372036854775807)::bigint
        FROM ledger_entries GROUP BY currency, kind
        ORDER BY currency, kind
        """

    package init() {}

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> LedgerSum {
        LedgerSum(
            currency: try row.readValue(Currency.init),
            kind: try row.readValue(LedgerEntry.Kind.init(rawValue:)),
            entries: try row.read(), amount: try row.read())
    }
}
