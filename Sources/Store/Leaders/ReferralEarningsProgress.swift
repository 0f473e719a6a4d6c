package import Postgres
package import Values

/// Up to when grants are taken in for leaderboards, and how far the day has rolled over.
package struct ReferralEarningsProgress: Equatable, Sendable {
    /// Nil where nothing was ever taken in.
    package var countedUntil: Timestamp?
    /// Which day is today there, since 1970-01-01, in the programme's time zone.
    package var day: Int32?
    /// The span that a day is leaving; nil except during the roll-over of the day.
    package var leaving: Int32?
    /// The last row of that day that has left.
    package var leftUID: UserID?
    package var leftCurrency = ""

    package init(countedUntil: Timestamp? = nil, day: Int32? = nil) {
        self.countedUntil = countedUntil
        self.day = day
    }
}

package struct FindReferralEarningsProgress: Statement {
    package static let route = Route.coordinator
    package static let sql =
        "SELECT counted_until, day, leaving, left_uid, left_currency FROM brought_progress"

    package init() {}

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> ReferralEarningsProgress {
        var progress = ReferralEarningsProgress(
            countedUntil: try row.readOptionalTimestamp(), day: try row.read())
        progress.leaving = try row.read()
        progress.leftUID = try row.readOptionalUserID()
        progress.leftCurrency = try row.read()
        return progress
    }
}

/// The same, locked against other writers until the transaction ends.
package struct LockReferralEarningsProgress: Statement {
    package static let route = Route.coordinator
    package static let sql = FindReferralEarningsProgress.sql + " FOR UPDATE"

    package init() {}

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> ReferralEarningsProgress {
        try FindReferralEarningsProgress.decode(&row)
    }
}

package struct SetReferralEarningsProgress: Statement {
    package static let route = Route.coordinator
    package static let sql = """
        UPDATE brought_progress
        SET counted_until = $1, day = $2, leaving = $3, left_uid = $4, left_currency = $5
        """
    package let parameters: Parameters

    package init(_ progress: ReferralEarningsProgress) {
        parameters = Parameters(
            progress.countedUntil, progress.day, progress.leaving, progress.leftUID?.uuid,
            progress.leftCurrency)
    }
}
