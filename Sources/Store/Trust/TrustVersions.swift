package import Postgres
package import Referrals
package import Values

/// The trust settings of a programme; by default of the newest.
package struct FindTrust: Statement {
    package static let route = Route.coordinator
    package static let sql = """
        SELECT t.version, t.referrals, t.user_events, t.checks FROM trust_versions AS t
        WHERE t.version = coalesce(
            (SELECT p.trust FROM programmes AS p
                WHERE p.version = coalesce($1, (SELECT max(version) FROM programmes))),
            (SELECT max(version) FROM trust_versions))
        """
    package let parameters: Parameters
    package init(of programme: Int64? = nil) { parameters = Parameters(programme) }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> StoredTrust {
        let version: Int64 = try row.read()
        let referrals: [String] = try row.read()
        let userEvents = try row.readValue(TrustAction.init(rawValue:))
        let checks: [String] = try row.read()
        return StoredTrust(
            version: version,
            terms: TrustTerms(
                referrals: try sources(referrals), userEvents: userEvents,
                checks: checks.compactMap(TrustCheck.init)))
    }

    private static func sources(
        _ texts: [String]
    ) throws(PostgresError) -> [ReferralSource: TrustAction] {
        var actions: [ReferralSource: TrustAction] = [:]
        for text in texts {
            let parts = text.split(separator: "=").map(String.init)
            guard parts.count == 2, let source = ReferralSource(rawValue: parts[0]),
                let action = TrustAction(rawValue: parts[1])
            else { throw .decoding("trust \(text)") }
            actions[source] = action
        }
        return actions
    }
}

/// Keeps a new version of whose word counts; a programme goes by the newest.
package struct InsertTrust: Statement {
    package static let route = Route.coordinator
    package static let sql = """
        INSERT INTO trust_versions (version, referrals, user_events, checks, changed_at, changed_by)
        VALUES ($1, $2, $3, $4, $5, $6)
        """
    package let parameters: Parameters

    package init(_ trust: StoredTrust, at now: Timestamp, by actor: String) {
        let terms = trust.terms
        parameters = Parameters(
            trust.version, ReferralSource.allCases.map { "\($0.rawValue)=\(terms.action(for: $0).rawValue)" },
            terms.userEvents.rawValue, TrustCheck.Kind.allCases.compactMap { terms.checks[$0]?.text }, now,
            actor)
    }
}
