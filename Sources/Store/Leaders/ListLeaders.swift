package import Postgres
package import Referrals
package import Values

/// The users with the highest rewards for friends, highest first; names only of public profiles.
package struct ListLeaders: Statement {
    package static let route = Route.administration
    package static let sql = """
        SELECT s.uid, s.amount, coalesce(p.full_name, p.short_name), p.image_url
        FROM brought_sums AS s LEFT JOIN user_profiles AS p ON p.uid = s.uid AND p.is_public
        WHERE s.currency = $1 AND s.days = $2 AND s.amount > 0 AND s.uid <> ALL ($3::uuid[])
        ORDER BY s.amount DESC, s.uid LIMIT $4
        """
    package let parameters: Parameters

    package init(_ currency: Currency, days: Int32, hiding hidden: [UserID], limit: Int) {
        parameters = Parameters(currency.description, days, hidden, Int64(limit))
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Leader {
        Leader(
            uid: try row.readUserID(), amount: try row.read(), name: try row.read(),
            imageURL: try row.read())
    }
}

/// How many have more than `above`, and no more than `through`.
package struct CountLeaders: Statement {
    package static let route = Route.administration
    package static let sql = """
        SELECT count(*) FROM brought_sums
        WHERE currency = $1 AND days = $2 AND amount > 0 AND amount > $3 AND amount <= $4
        """
    package let parameters: Parameters

    /// - Parameter amounts: those with the first are not counted.
    package init(_ currency: Currency, days: Int32, above amounts: ClosedRange<Int64>) {
        parameters = Parameters(currency.description, days, amounts.lowerBound, amounts.upperBound)
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Int64 {
        try row.read()
    }
}
