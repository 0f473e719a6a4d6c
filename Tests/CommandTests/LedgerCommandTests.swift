import FoundationEssentials
import TestSupport
import Testing

@testable import EmbeddedPostgres
@testable import shipmate

/// `shipmate ledger` on a database, and on copies of one.
@Suite struct LedgerCommandTests {
    private static let key = String(repeating: "5a", count: 32)
    /// A hundred users with three entries each, one of them granted, booked before there was a key.
    private static let history = """
        CREATE TEMPORARY TABLE people AS SELECT gen_random_uuid() AS uid FROM generate_series(1, 100);
        INSERT INTO rewards SELECT uid, uid, 'signup', gen_random_uuid(), 'referee', 'gold', 5, 'paid',
            'a "reason", it is', now() FROM people;
        INSERT INTO ledger_entries
            (uid, id, currency, sequence, kind, amount, balance_after, rule, subject, reason, created_at)
            SELECT uid, id, currency, 1, 'grant', 5, 5, rule, subject, reason, granted_at FROM rewards;
        INSERT INTO ledger_entries (uid, id, currency, sequence, kind, amount, balance_after, reason,
            created_at)
            SELECT uid, gen_random_uuid(), 'gold', 1 + n, 'adjustment', n, 5 + n * (n + 1) / 2, '', now()
            FROM people, generate_series(1, 2) AS n;
        INSERT INTO balances (uid, currency, amount, entries) SELECT uid, 'gold', 8, 3 FROM people;
        """

    @Test func `an old ledger is sealed, and copies of it are verified as the database is`() async throws {
        try await TestDatabase.withSchema { database in
            try database.psql(Self.history)
            let environment = ["DATABASE_URL": database.url, "SHIPMATE_LEDGER_KEY": Self.key]
            func run(_ words: String...) async -> Int32 {
                await Shipmate.run(arguments: ["ledger"] + words, environment: environment)
            }
            #expect(await run("seal") == 0)
            #expect(await run("verify") == 0)
            #expect(try database.psql("SELECT count(*) FROM ledger_entries WHERE seal IS NULL") == "0")
            let folder = "/tmp/shipmate-copies-\(UUID())"
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(atPath: folder) }
            func copy() throws { try database.psql("\\cd \(folder)\n\(LedgerVerification.script)") }
            try copy()
            #expect(await run("verify", "--csv", folder) == 0)
            try database.tamper(
                """
                UPDATE ledger_entries SET amount = 6
                    WHERE sequence = 1 AND uid = (SELECT min(uid::text)::uuid FROM balances);
                DELETE FROM ledger_entries WHERE sequence = 3 AND uid = (SELECT max(uid::text)::uuid
                    FROM balances);
                UPDATE rewards SET reason = 'another' WHERE uid = (SELECT max(uid::text)::uuid FROM balances);
                """)
            try copy()
            let configuration = try Configuration(environment: environment)
            let copied = await told {
                try await LedgerVerification.run(folder: folder, statement: nil, configuration)
            }
            #expect(copied?.contains("entry altered 1, entries cut at the end") == true, "\(copied ?? "")")
            let stored = await told {
                try await configuration.withDatabase(makesMissing: false, report: { _ in }) { urls in
                    try await onLoop { loop in
                        try await KeepLedger(configuration: configuration, action: .verify(statement: nil))
                            .run(urls, on: loop)
                    }
                }
            }
            #expect(stored == copied)
        }
    }

    @Test func `without a key, and with another, it says so`() async throws {
        try await TestDatabase.withSchema { database in
            let environment = ["DATABASE_URL": database.url, "SHIPMATE_LEDGER_KEY": Self.key]
            let seal = ["ledger", "seal"]
            #expect(await Shipmate.run(arguments: seal, environment: ["DATABASE_URL": database.url]) == 1)
            #expect(await Shipmate.run(arguments: seal, environment: environment) == 0)
            let another = environment.merging(["SHIPMATE_LEDGER_KEY": String(repeating: "a5", count: 32)]) {
                $1
            }
            #expect(await Shipmate.run(arguments: seal, environment: another) == 1)
        }
    }

    @Test func `check says whether the ledger is sealed, and leaves it so`() async throws {
        try await TestDatabase.withSchema { database in
            func check(_ variables: String...) -> String? {
                // Clusters of tests are fast, and nothing in them is for keeps.
                let location = ["DATABASE_URL=\(database.url)", "SHIPMATE_ALLOW_UNSAFE_DATABASE=on"]
                return ChildProcess.output(
                    of: ["/usr/bin/env"] + location + variables + [TemporaryCluster.program, "check"])
            }
            #expect(check("SHIPMATE_LEDGER_KEY=\(Self.key)")?.contains("\nledger         ok\n") == true)
            #expect(
                check()?.contains("\nledger         the ledger is not sealed: SHIPMATE_LEDGER_KEY") == true)
        }
    }

    @Test(arguments: [1, 900, 5_000, 100_000, 123_456])
    func `progress is a line for every hundred thousand entries, whatever a page has`(page: Int) {
        var lines: [String] = []
        let progress = LedgerVerification.progress { lines.append($0) }
        let counts = stride(from: 0, through: 500_000, by: page)
        for count in counts { progress(Int64(count)) }
        #expect(lines.count == counts.suffix(1)[0] / max(page, 100_000), "\(lines)")
    }

    private func told(_ body: () async throws -> Void) async -> String? {
        do {
            try await body()
            return nil
        } catch {
            return "\(error)"
        }
    }
}
