import FoundationEssentials
import HTTP
import JSON
import TestSupport
import Testing

func newID() -> String {
    UUID().uuidString.lowercased()
}

/// The ledger adds up, and every user has exactly the rewards that its state deserves.
func expectSoundLedger(
    _ database: TestDatabase, _ client: TestClient, readKey: String,
    sourceLocation: SourceLocation = #_sourceLocation
) throws {
    let check = try client.insist(Call("GET", "/v1/admin/ledger/check", token: readKey))
    #expect(check.json["balanced"] == true, "\(check.text)", sourceLocation: sourceLocation)
    // Materialized, or Citus takes all that is due for its user's own, and compares shard by shard.
    let wrong = try database.psql(
        """
        WITH due AS MATERIALIZED (
            SELECT uid AS beneficiary, uid AS subject, 'signup' AS rule FROM users
                WHERE referred_by IS NOT NULL AND signed_up_at IS NOT NULL
            UNION ALL
            SELECT referred_by, uid, 'level-5' FROM users
                WHERE referred_by IS NOT NULL AND highest_level >= 5
        )
        SELECT count(*) FROM due FULL JOIN (SELECT * FROM rewards WHERE rule IN ('signup', 'level-5')) AS r
            ON r.uid = due.beneficiary AND r.subject = due.subject AND r.rule = due.rule
        WHERE r.uid IS NULL OR due.subject IS NULL
        """)
    #expect(wrong == "0", "rewards missing or too many", sourceLocation: sourceLocation)
    let sums = try database.psql(
        """
        SELECT count(*) FROM balances AS b FULL JOIN (
            SELECT uid, currency, sum(amount) AS amount, count(*) AS entries FROM ledger_entries
            GROUP BY uid, currency) AS s USING (uid, currency)
        WHERE (b.amount, b.entries) IS DISTINCT FROM (s.amount, s.entries)
        """)
    #expect(sums == "0", "balances that are not the sum of their entries", sourceLocation: sourceLocation)
}

extension TestServer {
    /// Runs `body` with two servers on one database.
    static func withTwo(
        _ options: Options = Options(), _ body: (TestServer, TestServer) async throws -> Void
    ) async throws {
        try await with(options) { one in
            let secrets = TestSecrets.count
            let other = try await start(on: one.database, options)
            let outcome: Result<Void, any Error>
            do { outcome = .success(try await body(one, other)) } catch { outcome = .failure(error) }
            await other.stop()
            try other.checkLog(secretsSince: secrets, showsErrors: options.log == nil)
            try outcome.get()
        }
    }
}
