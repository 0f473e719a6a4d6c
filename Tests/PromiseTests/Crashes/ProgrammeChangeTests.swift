import FoundationEssentials
import HTTP
import JSON
import TestSupport
import Testing

extension Promises.UnderLoad {
    /// Rules are changed, paused, resumed, ended, tried and filled in while facts come to two servers, one of
    /// which is killed every second. `make faults` has a minute of it, and here `SHIPMATE_TEST_SECONDS=60`.
    @Suite struct ProgrammeChangeTests {
        private static let kills =
            ProcessInfo.processInfo.environment["SHIPMATE_TEST_SECONDS"].flatMap { Int($0) } ?? 5
        private static let clients = 6

        @Test func `whatever becomes of rules meanwhile: once, nothing forgotten, and each version answers`()
            async throws
        {
            let database = try await TestDatabase.make(template: "shipmate", prepare: TestServer.migrate)
            let installs = try (0..<2).map { _ in try ServedInstall(environment: database.environment) }
            defer { for install in installs { install.remove() } }
            for install in installs { try await install.start() }
            let stage = try ProgrammeStage(installs)
            try stage.begin()
            try await stage.play(clients: Self.clients) {
                for kill in 0..<Self.kills {
                    try await Task.sleep(for: .seconds(1))
                    installs[kill % 2].kill()
                    try await installs[kill % 2].start()
                }
            }
            for install in installs { try await install.waitUntilReady() }
            try await stage.end()
            #expect(stage.oddities == [])
            #expect(stage.told > 100)
            // There was something to be wrong of many versions.
            let versions = try database.psql(
                "SELECT count(DISTINCT rule_version) FROM rewards WHERE rule = 'both'")
            #expect(Int(versions) ?? 0 > Self.kills, "\(versions) versions paid")
            for (question, answer) in Self.questions {
                #expect(try database.psql(Self.gathering + question) == answer, "\(question)")
            }
            try expectBalanced(installs[0], try installs[0].key("read"))
            try await database.drop()
        }

        private func expectBalanced(_ install: ServedInstall, _ readKey: String) throws {
            let client = try TestClient(port: install.port)
            let check = try client.insist(Call("GET", "/v1/admin/ledger/check", token: readKey))
            #expect(check.json["balanced"] == true, "\(check.text)")
        }

        /// Citus joins tables by what they are spread by alone; a session's own copies are in one place.
        private static let gathering =
            TestEngine.isCitus
            ? ["users", "events", "rewards"].map {
                "CREATE TEMP TABLE \($0) AS SELECT * FROM public.\($0);\n"
            }
            .joined() : ""

        /// What must be so of the books, whatever happened.
        private static let questions: [(String, String)] = [
            // Once.
            (
                """
                SELECT count(*) FROM (
                    SELECT FROM rewards GROUP BY uid, subject, rule, currency HAVING count(*) > 1) AS t
                """, "0"
            ),
            // Nothing forgotten: each friend's reward of each rule that is in force without limits.
            (
                """
                SELECT count(*) FROM users AS u CROSS JOIN (VALUES ('steady'), ('both')) AS r (rule)
                WHERE u.referred_by IS NOT NULL
                    AND CASE r.rule WHEN 'steady' THEN u.highest_level >= 3 ELSE 'ship' = ANY (u.milestones) END
                    AND (SELECT count(*) FROM rewards WHERE subject = u.uid AND rule = r.rule)
                        <> CASE r.rule WHEN 'steady' THEN 1 ELSE 2 END
                """, "0"
            ),
            // Nor within the limit, which was 4 or 5.
            (
                """
                SELECT count(*) FROM (
                    SELECT u.referred_by AS uid, count(*) AS due FROM users AS u
                    WHERE u.referred_by IS NOT NULL AND (SELECT sum(split_part(c, '=', 2)::bigint) >= 2 FROM
                        unnest(u.counters) AS c) GROUP BY 1) AS d
                LEFT JOIN (SELECT uid, count(*) AS given FROM rewards WHERE rule = 'few' GROUP BY 1) AS g USING (uid)
                WHERE coalesce(given, 0) NOT BETWEEN least(due, 4) AND least(due, 5)
                """, "0"
            ),
            // Tiers are used in their order, and once.
            (
                """
                SELECT count(*) FROM (
                    SELECT amount, row_number() OVER (PARTITION BY uid ORDER BY amount) AS place
                    FROM rewards WHERE rule = 'few') AS r WHERE amount <> CASE WHEN place <= 2 THEN 10 ELSE 20 END
                """, "0"
            ),
            // Each reward is one that its version of its rule pays.
            (
                """
                SELECT count(*) FROM rewards AS r LEFT JOIN rule_versions AS v
                    ON v.name = r.rule AND v.version = r.rule_version
                WHERE v.name IS NULL OR NOT EXISTS (
                    SELECT FROM unnest(v.grants) AS g WHERE g LIKE r.role || ':' || r.currency || ':%' AND (
                        g LIKE '%:' || r.amount OR g LIKE '%=' || r.amount || '/%' OR g LIKE '%=' || r.amount))
                """, "0"
            ),
            // Each decision that made a reward made it by the version that the event's programme has.
            (
                """
                SELECT count(*) FROM events AS e CROSS JOIN unnest(e.decisions) AS d
                LEFT JOIN programmes AS p ON p.version = split_part(e.standing, ':', 1)::bigint
                WHERE split_part(d, '=', 3) = 'deserved' AND NOT EXISTS (
                    SELECT FROM rewards AS r WHERE r.subject = e.uid AND r.rule = split_part(d, '=', 1)
                        AND r.granted_at = e.received_at
                        AND r.rule_version = p.versions[array_position(p.names, r.rule)])
                """, "0"
            ),
            // Nothing was made but by an event or by the backfills, which were of one rule.
            (
                """
                SELECT count(*) FROM rewards AS r WHERE r.rule <> 'steady' AND NOT EXISTS (
                    SELECT FROM events AS e WHERE e.uid = r.subject AND e.received_at = r.granted_at
                        AND r.rule || '=paid=deserved' = ANY (e.decisions))
                """, "0"
            ),
        ]
    }
}
