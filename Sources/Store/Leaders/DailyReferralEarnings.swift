package import Postgres
package import Referrals
package import Values

/// A user's rewards for friends on a day; negative after reversals.
package struct DailyReferralEarnings: Equatable, Sendable {
    package let uid: UserID
    package let currency: Currency
    /// Since 1970-01-01, in the programme's time zone.
    package let day: Int32
    package let amount: Int64

    package init(uid: UserID, currency: Currency, day: Int32, amount: Int64) {
        self.uid = uid
        self.currency = currency
        self.day = day
        self.amount = amount
    }

    fileprivate static func < (left: DailyReferralEarnings, right: DailyReferralEarnings) -> Bool {
        guard left.uid == right.uid else { return left.uid < right.uid }
        return (left.currency.description, left.day) < (right.currency.description, right.day)
    }

    static func read(_ row: inout RowReader) throws(PostgresError) -> DailyReferralEarnings {
        DailyReferralEarnings(
            uid: try row.readUserID(), currency: try row.readValue(Currency.init), day: try row.read(),
            amount: try row.read())
    }
}

/// Referrers' paid rewards within a period, up to `max` rows.
package struct SumReferralEarnings: Statement {
    package static let route = Route.periodicWork
    package static let sql = """
        SELECT e.uid, e.currency, \(CountedSpan.day("e.created_at")),
            least(sum(e.amount), \(Int64.max))::bigint
        FROM ledger_entries AS e
        WHERE e.kind = 'grant' AND e.subject <> e.uid AND \(CountedSpan.condition("e.created_at"))
        GROUP BY 1, 2, 3 LIMIT $4
        """
    package let parameters: Parameters
    package init(_ span: CountedSpan, max: Int) { parameters = Parameters(span, Int64(max)) }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> DailyReferralEarnings {
        try DailyReferralEarnings.read(&row)
    }
}

/// The same, an entry a row: so many that they are too many are found without reading all.
package struct FindRecentReferralEarnings: Statement {
    package static let route = Route.administration
    package static let sql = """
        SELECT e.uid, e.currency, \(CountedSpan.day("e.created_at")), e.amount
        FROM ledger_entries AS e
        WHERE e.kind = 'grant' AND e.subject <> e.uid AND \(CountedSpan.condition("e.created_at"))
        LIMIT $4
        """
    package let parameters: Parameters
    package init(_ span: CountedSpan, max: Int) { parameters = Parameters(span, Int64(max)) }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> DailyReferralEarnings {
        try DailyReferralEarnings.read(&row)
    }
}

/// Referrers' rewards that were reversed within a period, with their days.
package struct FindReversals: Statement {
    package static let route = Route.administration
    package static let sql = """
        SELECT e.uid, e.currency, \(CountedSpan.day("e.created_at")), e.amount
        FROM rewards AS r JOIN ledger_entries AS e ON e.uid = r.uid AND e.id = r.id
        WHERE r.reversed_at IS NOT NULL AND \(CountedSpan.condition("r.reversed_at"))
            AND e.kind = 'grant' AND e.subject <> e.uid
        """
    package let parameters: Parameters
    package init(_ span: CountedSpan) { parameters = Parameters(span) }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> DailyReferralEarnings {
        try DailyReferralEarnings.read(&row)
    }
}

/// Adds to what there was on each day.
package struct AddDailyReferralEarnings: Statement {
    package static let route = Route.eachRow
    package static let sql = """
        INSERT INTO brought_days AS b (uid, currency, day, amount)
        SELECT * FROM unnest($1::uuid[], $2::text[], $3::int[], $4::bigint[])
        ON CONFLICT ON CONSTRAINT brought_days_pkey DO UPDATE
        SET amount = greatest(least(b.amount::numeric + excluded.amount, \(Int64.max)), \(-Int64.max))::bigint
        """
    package let parameters: Parameters

    /// - Parameter days: a row once.
    package init(_ days: [DailyReferralEarnings]) {
        let days = days.sorted(by: <)
        parameters = Parameters(
            days.map(\.uid), days.map(\.currency.description), days.map(\.day), days.map(\.amount))
    }
}

/// A page of a day's rows, in order.
package struct ListReferralEarningsOfDay: Statement {
    package static let route = Route.periodicWork
    package static let sql = """
        SELECT uid, currency, day, amount FROM brought_days
        WHERE day = $1 AND (uid, currency) > (coalesce($2, \(PageEnds.firstUUID)), $3)
        ORDER BY uid, currency LIMIT $4
        """
    package let parameters: Parameters

    package init(_ day: Int32, after uid: UserID?, _ currency: String, limit: Int) {
        parameters = Parameters(day, uid?.uuid, currency, Int64(limit))
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> DailyReferralEarnings {
        try DailyReferralEarnings.read(&row)
    }
}

/// Forgets these rows.
package struct DeleteReferralEarningsOfDay: Statement {
    package static let route = Route.oneShard
    package static let sql = """
        DELETE FROM brought_days AS b USING unnest($1::uuid[], $2::text[]) AS old (uid, currency)
        WHERE b.uid = old.uid AND b.currency = old.currency AND b.day = $3
        """
    package static let citusSQL = "\(sql) AND \(Shards.only("b.uid"))"
    package let parameters: Parameters

    package init(_ day: Int32, _ rows: [DailyReferralEarnings]) {
        parameters = Parameters(rows.map(\.uid), rows.map(\.currency.description), day)
    }
}
