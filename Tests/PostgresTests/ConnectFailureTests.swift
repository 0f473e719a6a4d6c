import Testing

@testable import Postgres

/// What a start waits for, and what it refuses.
struct ConnectFailureTests {
    private static let reached = "connection to server at \"db\" (10.0.0.5), port 5432 failed: "

    @Test(
        arguments: [
            (
                "FATAL:  28P01: password authentication failed\nLOCATION:  auth_failed, auth.c:338\n",
                "FATAL:  password authentication failed (SQLSTATE 28P01)", false
            ),
            (
                "FATAL:  57P03: the database system is starting up\nLOCATION:  a, b.c:1\n",
                "FATAL:  the database system is starting up (SQLSTATE 57P03)", true
            ),
            (
                "FATAL:  3D000: database \"b\" does not exist\n",
                "FATAL:  database \"b\" does not exist (SQLSTATE 3D000)", false
            ),
            (
                "FATAL:  53300: sorry, too many clients already",
                "FATAL:  sorry, too many clients already (SQLSTATE 53300)", true
            ),
            ("Connection refused\n\tIs it running?\n", "Connection refused\n\tIs it running?", true),
            ("Temporary failure in name resolution\n", "Temporary failure in name resolution", true),
            ("SSL error: certificate verify failed\n", "SSL error: certificate verify failed", false),
            ("session is read-only\n", "session is read-only", true),
            ("fe_sendauth: no password supplied\n", "fe_sendauth: no password supplied", false),
        ] as [(String, String, Bool)])
    func `a code stands at the end, and tells an outage from a mistake`(
        verbose: String, text: String, isOutage: Bool
    ) {
        let shown = Self.reached + text
        #expect(ConnectFailure(verbose: Self.reached + verbose).text == shown)
        #expect(PostgresError.cannotConnect(shown).isOutage == isOutage)
    }

    @Test func `the service's role comes with the schema`() {
        let text = ConnectFailure(verbose: "ERROR:  22023: role \"shipmate_service\" does not exist\n").text
        #expect(PostgresError.cannotConnect(text).lacksRole)
        #expect(!PostgresError.cannotConnect(Self.reached + "Connection refused").lacksRole)
        #expect(PostgresError.timedOut(.connection).isOutage)
    }
}
