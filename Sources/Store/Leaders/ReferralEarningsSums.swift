package import Postgres
package import Referrals
package import Values

/// A user's rewards for friends within so many days up to today.
package struct ReferralEarningsSum: Hashable, Sendable {
    package struct Key: Hashable, Sendable {
        package let uid: UserID
        package let currency: Currency
        /// 0 for all there ever were.
        package let days: Int32

        package init(uid: UserID, currency: Currency, days: Int32) {
            self.uid = uid
            self.currency = currency
            self.days = days
        }
    }

    package let key: Key
    package let amount: Int64

    package init(_ key: Key, amount: Int64) {
        self.key = key
        self.amount = amount
    }
}

/// All sums of these users.
package struct FindReferralEarningsSums: Statement {
    package static let route = Route.oneShard
    package static let sql =
        "SELECT uid, currency, days, amount FROM brought_sums WHERE uid = ANY ($1::uuid[])"
    package let parameters: Parameters
    package init(of uids: [UserID]) { parameters = Parameters(uids) }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> ReferralEarningsSum {
        let key = ReferralEarningsSum.Key(
            uid: try row.readUserID(), currency: try row.readValue(Currency.init), days: try row.read())
        return ReferralEarningsSum(key, amount: try row.read())
    }
}

package struct SetReferralEarningsSums: Statement {
    package static let route = Route.eachRow
    package static let sql = """
        INSERT INTO brought_sums (uid, currency, days, amount)
        SELECT * FROM unnest($1::uuid[], $2::text[], $3::int[], $4::bigint[])
        ON CONFLICT ON CONSTRAINT brought_sums_pkey DO UPDATE SET amount = excluded.amount
        """
    package let parameters: Parameters

    /// - Parameter sums: a row once.
    package init(_ sums: [ReferralEarningsSum]) {
        let sums = sums.sorted { $0.key.uid < $1.key.uid }
        parameters = Parameters(
            sums.map(\.key.uid), sums.map(\.key.currency.description), sums.map(\.key.days),
            sums.map(\.amount))
    }
}
