package import Postgres
package import Referrals
package import Values

/// Evidence on one referee among all of its referrer's. It counts at most what checks need, and nothing for
/// checks that are off.
package struct FindEvidence: Statement {
    package struct Row: Equatable, Sendable {
        package var evidence: TrustEvidence
        /// The referee's own.
        package let device: Int64?
    }

    package static let route = Route.oneShard
    package static let sql = """
        SELECT s.device, coalesce(s.device = r.device, false), coalesce(s.mailbox = r.mailbox, false),
            \(count("o.device = s.device", "$3")), \(count("o.mailbox = s.mailbox", "$4")),
            \(most("o.network = s.network", "$5", seconds: "$6")), \(most("true", "$7", seconds: "$8"))
        FROM sign_up_marks AS s LEFT JOIN sign_up_marks AS r ON r.uid = $1 AND r.referee = $1
        WHERE s.uid = $1 AND s.referee = $2
        """

    /// Of the referrer's other referees.
    private static func count(_ condition: String, _ limit: String) -> String {
        """
        (SELECT count(*) FROM (SELECT 1 FROM sign_up_marks AS o
            WHERE o.uid = $1 AND o.referee NOT IN ($1, $2) AND \(condition) LIMIT \(limit)::bigint) AS c)
        """
    }

    /// How many at most came within any so many seconds that this one came in, itself counted: looked for
    /// among the nearest on either side.
    private static func most(_ condition: String, _ limit: String, seconds: String) -> String {
        let span = "\(seconds)::bigint * interval '1 second'"
        func near(_ times: String, _ order: String) -> String {
            """
            (SELECT o.came_at FROM sign_up_marks AS o
                WHERE o.uid = $1 AND o.referee <> $1 AND \(condition) AND \(times)
                ORDER BY o.came_at \(order) LIMIT \(limit)::bigint)
            """
        }
        let before = near("o.came_at BETWEEN s.came_at - \(span) AND s.came_at", "DESC")
        let after = near("o.came_at > s.came_at AND o.came_at <= s.came_at + \(span)", "ASC")
        return """
            (SELECT coalesce(max(w.most), 0) FROM (
                SELECT n.came_at,
                    count(*) OVER (ORDER BY n.came_at RANGE BETWEEN CURRENT ROW AND \(span) FOLLOWING) AS most
                FROM (\(before) UNION ALL \(after)) AS n) AS w WHERE w.came_at <= s.came_at)
            """
    }

    package let parameters: Parameters

    package init(of referee: UserID, referredBy referrer: UserID, for terms: TrustTerms) {
        parameters = Parameters(
            referrer, referee, terms.number(0, of: .sameDevice) ?? 0,
            Int64(terms.checks[.sameMailbox] == nil ? 0 : 1), terms.number(0, of: .sameNetwork) ?? 0,
            (terms.number(1, of: .sameNetwork) ?? 0) * 3_600, terms.number(0, of: .burst) ?? 0,
            (terms.number(1, of: .burst) ?? 0) * 60)
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Row {
        let device: Int64? = try row.read()
        var evidence = TrustEvidence()
        evidence.isReferrersDevice = try row.read()
        evidence.isReferrersMailbox = try row.read()
        evidence.refereesOnDevice = try row.read()
        evidence.refereesOfMailbox = try row.read()
        evidence.signUpsFromNetwork = try row.read()
        evidence.referredTogether = try row.read()
        return Row(evidence: evidence, device: device)
    }
}
