import FoundationEssentials
import Referrals
import Rewards
import TestSupport
import Testing

@testable import EmbeddedPostgres
@testable import shipmate

/// `shipmate rules`: the whole programme as a file.
@Suite struct RulesCommandTests {
    private func withRules(
        _ body: (TestDatabase, _ file: String, (String...) async -> Int32) async throws -> Void
    ) async throws {
        try await TestDatabase.withSchema { database in
            let file = "/tmp/shipmate-rules-\(UUID()).json"
            defer { try? FileManager.default.removeItem(atPath: file) }
            try await body(database, file) { (words: String...) in
                await Shipmate.run(
                    arguments: ["rules"] + words, environment: ["DATABASE_URL": database.url])
            }
        }
    }

    private static let rules = """
        {"rules": [
          {"name": "level-5", "when": [{"fact": "highest_level", "at_least": 5}],
           "pay": [{"to": "referrer", "currency": "gems", "amount": 80}]},
          {"name": "tutorial", "when": [{"milestone": "tutorial_completed"}],
           "pay": [{"to": "referee", "currency": "gems", "amount": 5}], "state": "draft"}
        ]}
        """

    @Test func `apply makes the rules what the file says, in one transaction, and again changes nothing`()
        async throws
    {
        try await withRules { database, file, run in
            try Self.rules.write(toFile: file, atomically: true, encoding: .utf8)
            let state =
                "SELECT string_agg(name || ' ' || state || ' ' || version, ', ' ORDER BY position) FROM rules"
            let before = try database.psql(state)
            #expect(before == "signup active 1, level-5 active 1")
            // A currency that nobody declared is most likely mistyped.
            #expect(await run("apply", file) == 1)
            #expect(try database.psql(state) == before)
            try database.declare("gems")
            #expect(await run("apply", file, "--dry-run") == 0)
            #expect(try database.psql(state) == before)
            #expect(await run("apply", file) == 0)
            let after = "signup paused 1, level-5 active 2, tutorial draft 1"
            #expect(try database.psql(state) == after)
            let programme = "SELECT version, names, versions FROM programmes ORDER BY version DESC LIMIT 1"
            #expect(try database.psql(programme) == "2|{level-5}|{2}")
            let audit = "SELECT string_agg(action, ' ' ORDER BY action) FROM audit_entries"
            #expect(try database.psql(audit) == "rule.change rule.create rule.pause")
            #expect(await run("apply", file) == 0)
            #expect(
                try database.psql(state) == after
                    && database.psql("SELECT max(version) FROM programmes") == "2")
            #expect(await run("export") == 0)
        }
    }

    @Test func `apply takes whose word counts from the file, too, and export writes it`() async throws {
        try await withRules { database, file, run in
            try database.declare("gems")
            let trust = """
                "user_events": "hold", "referrals": {"unproven": "deny"},
                "checks": {"burst": {"action": "hold", "at_least": 9, "minutes": 60}}, "rules": [
                """
            let text = Self.rules.replacing("\"rules\": [", with: trust)
            try text.write(toFile: file, atomically: true, encoding: .utf8)
            #expect(await run("apply", file) == 0)
            let newest = """
                SELECT p.version, t.version, t.terms ->> 'user_events', t.terms -> 'checks' -> 'burst'
                FROM programmes AS p
                JOIN trust_versions AS t ON t.version = p.trust ORDER BY p.version DESC LIMIT 1
                """
            #expect(
                try database.psql(newest) == #"2|2|hold|{"action": "hold", "minutes": 60, "at_least": 9}"#)
            #expect(await run("apply", file) == 0)
            // A file without it leaves it as it is.
            try Self.rules.write(toFile: file, atomically: true, encoding: .utf8)
            #expect(await run("apply", file) == 0)
            #expect(
                try database.psql(newest) == #"2|2|hold|{"action": "hold", "minutes": 60, "at_least": 9}"#)
        }
    }

    @Test func `a rule that was paused elsewhere is a draft here, and again changes nothing`() async throws {
        try await withRules { database, file, run in
            try database.declare("gems")
            let paused = Self.rules.replacing(
                "\"draft\"", with: "\"paused\", \"until\": \"2030-01-01T12:30:05Z\"")
            try paused.write(toFile: file, atomically: true, encoding: .utf8)
            for _ in 0..<2 { #expect(await run("apply", file) == 0) }
            let state = "SELECT state, version FROM rules WHERE name = 'tutorial'"
            #expect(try database.psql(state) == "draft|1")
            let detail = "SELECT count(*) FROM audit_entries WHERE detail LIKE '%until 2030-01-01T12:30:05Z%'"
            #expect(try database.psql(detail) == "1")
        }
    }

    @Test func `a file may have as many rules as there may be, and archived ones make room`() async throws {
        try await withRules { database, file, run in
            func write(_ count: Int, archived: Int = 0) throws {
                let rules = (1...count).reversed().map { number in
                    """
                    {"name": "rule-\(number)", "when": [{"signed_up": true}], "state": \
                    "\(number <= archived ? "archived" : "draft")",
                     "pay": [{"to": "referee", "currency": "pieces_of_eight", "amount": \(number)}]}
                    """
                }
                let text = "{\"rules\": [\(rules.joined(separator: ",\n"))]}"
                try text.write(toFile: file, atomically: true, encoding: .utf8)
            }
            // Besides the two of a new installation.
            let drafts = "SELECT count(*) FROM rules WHERE state = 'draft'"
            try write(199)
            #expect(await run("apply", file) == 1)
            #expect(try database.psql(drafts) == "0")
            try write(198)
            for _ in 0..<2 { #expect(await run("apply", file) == 0) }
            #expect(try database.psql(drafts) == "198")
            try write(200, archived: 2)
            #expect(await run("apply", file) == 0)
            #expect(try database.psql(drafts) == "198")
        }
    }

    @Test func `a new rule that looks like one that the file lacks is named, once`() async throws {
        try await withRules { database, file, run in
            try database.declare("gems")
            func lines(_ text: String, _ arguments: String...) throws -> [Substring] {
                try text.write(toFile: file, atomically: true, encoding: .utf8)
                let words = [
                    "/usr/bin/env", "DATABASE_URL=\(database.url)", "SHIPMATE_ALLOW_UNSAFE_DATABASE=on",
                    TemporaryCluster.program, "rules", "apply", file,
                ]
                return try #require(ChildProcess.output(of: words + arguments)).split(separator: "\n")
            }
            func renames(_ text: String) throws -> [Substring] {
                try lines(text, "--dry-run").filter { $0.hasPrefix("renamed?") }
            }
            let active = Self.rules.replacing("\"draft\"", with: "\"active\"")
            #expect(try renames(active).isEmpty)
            #expect(await run("apply", file) == 0)
            let renamed = active.replacing("\"tutorial\"", with: "\"first-lesson\"")
            let named = """
                renamed? first-lesson looks like tutorial, which the file lacks: same conditions and \
                beneficiaries
                """
            #expect(try renames(renamed) == [named[...]])
            #expect(try renames(renamed.replacing("\"amount\": 5", with: "\"amount\": 6")) == [named[...]])
            for (part, other) in [
                ("tutorial_completed", "tutorial_begun"), ("\"to\": \"referee\"", "\"to\": \"referrer\""),
                ("\"state\": \"active\"", "\"state\": \"archived\""),
            ] {
                #expect(try renames(renamed.replacing(part, with: other)).isEmpty, "\(part)")
            }
            #expect(try lines(renamed).contains(named[...]), "without --dry-run, too")
            #expect(try lines(renamed) == ["no difference"])
        }
    }

    @Test func `apply waits for whoever is changing rules`() async throws {
        try await withRules { database, file, run in
            try database.declare("gems")
            try Self.rules.write(toFile: file, atomically: true, encoding: .utf8)
            let locks = """
                SELECT FROM pg_locks WHERE locktype = 'advisory' \
                AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
                """
            // Until somebody has waited longer than a request may.
            let other = Task.detached {
                try database.psql(
                    """
                    BEGIN;
                    SELECT pg_advisory_xact_lock(hashtextextended('shipmate rules', 0));
                    DO $$ BEGIN
                        FOR turn IN 1..600 LOOP
                            EXIT WHEN EXISTS (\(locks) AND NOT granted);
                            PERFORM pg_sleep(0.05);
                        END LOOP;
                        PERFORM pg_sleep(0.5);
                    END $$;
                    COMMIT
                    """)
            }
            #expect(try await eventually { try database.psql("SELECT EXISTS (\(locks))") == "t" })
            #expect(await run("apply", file) == 0)
            _ = try await other.value
        }
    }

    @Test func `a refusal names the rule, and what to do`() {
        let refusals: [(RuleError, String)] = [
            (.nameInUse, "rule a: a rule of this name is written in Swift; choose another name"),
            (
                .stateNotPossible(.archived),
                "rule a: it is archived, and can't change to the file's state; choose another name"
            ),
            (
                .unknownCurrency(Currency("gem")!, nearest: Currency("gems")),
                "rule a: the currency gem is not in use; the nearest is gems"
            ),
            (.tooMany(.all), "rule a: there would be more than 200 rules; archive some"),
            (.tooMany(.active), "rule a: there would be more than 50 active rules; pause some"),
        ]
        for (refusal, words) in refusals { #expect(Programme.words(refusal, of: "a") == words) }
        #expect(Programme.words(.unavailable, of: nil) == "unavailable")
    }

    @Test func `a file that makes no sense changes nothing, and each mistake is told`() async throws {
        try await withRules { database, file, run in
            try database.declare("gems")
            let wrong = Self.rules.replacing("80", with: "0").replacing("\"tutorial\"", with: "\"level-5\"")
            try wrong.write(toFile: file, atomically: true, encoding: .utf8)
            #expect(await run("apply", file) == 1)
            #expect(await run("apply", file + ".none") == 1)
            #expect(try database.psql("SELECT count(*), sum(version) FROM rules") == "2|2")
        }
    }
}
