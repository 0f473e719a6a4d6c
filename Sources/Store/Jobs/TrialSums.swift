package import FoundationEssentials
package import Postgres
package import Referrals
package import Values

/// A player's rewards by a trial in a currency.
package struct TrialSum: Equatable, Sendable {
    package let uid: UserID
    package let currency: Currency
    package var given: Int64
    package var amount: Int64
    /// When, within the last day; for rules with a limit a day.
    package var recent: [Timestamp]

    package init(
        uid: UserID, currency: Currency, given: Int64 = 0, amount: Int64 = 0, recent: [Timestamp] = []
    ) {
        self.uid = uid
        self.currency = currency
        self.given = given
        self.amount = amount
        self.recent = recent
    }
}

/// A trial's rewards for these users so far, in every currency.
///
/// By an array in the index's own terms: of a join the planner, which met the table when it was empty, would
/// read all of it for each.
package struct FindTrialSums: Statement {
    package static let route = Route.coordinator
    package static let sql = """
        SELECT s.uid, s.currency, s.given, s.amount, s.recent FROM trial_sums AS s
        WHERE s.job = $1 AND s.uid = ANY ($2::uuid[])
        """
    package let parameters: Parameters
    package init(_ uids: Set<UserID>, of job: UUID) { parameters = Parameters(job, uids.sorted()) }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> TrialSum {
        TrialSum(
            uid: try row.readUserID(), currency: try row.readValue(Currency.init), given: try row.read(),
            amount: try row.read(), recent: try row.readTimes())
    }
}

/// Adds to what a trial has given; `recent` is what it is now.
package struct AddTrialSums: Statement {
    package static let route = Route.coordinator
    package static let sql = """
        INSERT INTO trial_sums AS s (job, uid, currency, given, amount, recent)
        SELECT $1::uuid, new.*
        FROM unnest($2::uuid[], $3::text[], $4::bigint[], $5::bigint[], $6::text[]) AS new
        ON CONFLICT ON CONSTRAINT trial_sums_pkey DO UPDATE SET given = s.given + excluded.given,
            amount = least(s.amount::numeric + excluded.amount, 9223372036854775807)::bigint,
            recent = excluded.recent
        """
    package let parameters: Parameters

    package init(_ sums: [TrialSum], of job: UUID) {
        parameters = Parameters(
            job, sums.map(\.uid), sums.map(\.currency.description), sums.map(\.given), sums.map(\.amount),
            sums.map { GrantLimits.text($0.recent) })
    }
}

/// The players with the highest rewards by a trial.
package struct ListLargestTrialSums: Statement {
    package static let route = Route.coordinator
    package static let sql = """
        SELECT s.uid, s.currency, s.given, s.amount, s.recent FROM trial_sums AS s
        WHERE s.job = $1 ORDER BY s.amount DESC, s.uid, s.currency LIMIT $2
        """
    package let parameters: Parameters
    package init(of job: UUID) { parameters = Parameters(job, Int64(TrialTally.largestCount)) }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> TrialSum {
        try FindTrialSums.decode(&row)
    }
}

/// To how many a trial gives something, and how many rewards that are.
package struct CountTrialBeneficiaries: Statement {
    package typealias Row = (beneficiaries: Int64, rewards: Int64)

    package static let route = Route.coordinator
    package static let sql = """
        SELECT count(DISTINCT uid), coalesce(sum(given), 0)::bigint FROM trial_sums WHERE job = $1
        """
    package let parameters: Parameters
    package init(of job: UUID) { parameters = Parameters(job) }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Row {
        (beneficiaries: try row.read(), rewards: try row.read())
    }
}
