package import Postgres
package import Referrals

package struct CountUsers: Statement {
    package typealias Row = (users: Int64, signedUp: Int64, referred: Int64, rejected: Int64)

    package static let sql = """
        SELECT count(*), count(signed_up_at), count(referred_by), count(referral_rejection) FROM users
        """

    package init() {}

    package func bind(to parameters: inout Parameters) {}

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Row {
        (users: try row.read(), signedUp: try row.read(), referred: try row.read(), rejected: try row.read())
    }
}

/// Rewards by rule, status and currency.
package struct CountRewards: Statement {
    package struct Row: Sendable {
        package let rule: RuleName
        package let status: Reward.Status
        package let currency: Currency
        package let count: Int64
        package let amount: Int64
    }

    package static let sql = """
        SELECT rule, status, currency, count(*), sum(amount)::bigint FROM rewards GROUP BY rule, status, currency
        ORDER BY rule, status, currency
        """

    package init() {}

    package func bind(to parameters: inout Parameters) {}

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Row {
        Row(
            rule: try row.readValue { RuleName($0) },
            status: try row.readValue(Reward.Status.init(rawValue:)),
            currency: try row.readValue(Currency.init), count: try row.read(), amount: try row.read())
    }
}

/// The ledger's sums by currency and kind.
package struct SumLedger: Statement {
    package struct Row: Sendable {
        package let currency: Currency
        package let kind: LedgerEntry.Kind
        package let entries: Int64
        package let amount: Int64
    }

    package static let sql = """
        SELECT currency, kind, count(*), sum(amount)::bigint FROM ledger_entries GROUP BY currency, kind
        ORDER BY currency, kind
        """

    package init() {}

    package func bind(to parameters: inout Parameters) {}

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Row {
        Row(
            currency: try row.readValue(Currency.init),
            kind: try row.readValue(LedgerEntry.Kind.init(rawValue:)),
            entries: try row.read(), amount: try row.read())
    }
}
