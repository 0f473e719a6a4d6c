import Postgres
import Store
import TestSupport
import Testing

/// A page of a list costs the same wherever it begins, however long the list: an index serves its order, and
/// the plan that serves every page goes in where the page begins. `make faults` has a million rows of it.
@Suite(.disabled(if: TestEngine.isCitus, "a shard is planned as a table is, at another page"))
struct ListPlanTests {
    private static let rows = 100_000
    /// The first has referred all others, and has rewards and a ledger for each.
    private static let uid = "'00000000-0000-7000-8000-000000000000'"
    private static func uid(_ number: Int) -> String {
        let digits = String(number, radix: 16)
        return "'00000000-0000-7000-8000-\(String(repeating: "0", count: 12 - digits.count))\(digits)'"
    }

    /// Before the row of a number, or from one on for a minute.
    private static func page(_ before: Int? = nil, from first: Int? = nil) -> String {
        let start = before.map { uid($0) } ?? "NULL"
        guard let first else { return "\(start), 51, NULL, NULL, NULL, NULL" }
        let time = "timestamptz '2026-01-01' + interval '\(first) seconds'"
        return "\(start), 51, \(uid(first - 60)), \(uid(first + 120)), \(time), \(time) + interval '1 minute'"
    }

    /// A list, and what `EXECUTE` gives it at its beginning, in its middle and near its end.
    private struct List {
        let name: String
        let sql: String
        let pages: [String]

        init(_ statement: any Statement.Type, _ pages: String...) {
            (name, sql) = (statement.name, statement.sql)
            self.pages = pages
        }
    }

    private static let lists = [
        List(ListUsers.self, page(), page(50_000), page(60), page(from: 40_000)),
        List(
            ListReferees.self, "\(uid), \(page())", "\(uid), \(page(50_000))", "\(uid), \(page(60))",
            "\(uid), \(page(from: 40_000))"),
        List(ListRewards.self, page(), page(50_000), page(600), page(from: 30_000)),
        List(
            ListRewardsOfRule.self, "'level-5', \(page())", "'level-5', \(page(50_000))",
            "'other', \(page())"),
        List(ListUnpaidRewards.self, "'held', \(page())", "'held', \(page(50_000))", "'void', \(page())"),
        List(
            FindBalancesAt.self, "\(uid), '2026-01-01 12:00:00Z'", "\(uid), '2027-01-01 00:00:00Z'"),
        List(
            ListRewardsOfUser.self, "\(uid), NULL, NULL, NULL, 51",
            "\(uid), \(uid(50_000)), 'level-5', 'gold', 51", "\(uid), \(uid(60)), 'level-5', 'gold', 51"),
        List(
            ListUnpaidRewardsOfUser.self, "\(uid), 'held', NULL, NULL, NULL, 51",
            "\(uid), 'held', \(uid(50_000)), 'level-5', 'gold', 51",
            "\(uid), 'void', NULL, NULL, NULL, 51"),
        List(
            ListLedgerEntries.self, "\(uid), '{}', '{}', 51", "\(uid), '{gold,silver}', '{50000,50000}', 51",
            "\(uid), '{gold,silver}', '{60,60}', 51"),
        List(
            ListLedgerHistory.self, "\(uid), NULL, NULL, 51", "\(uid), NULL, \(uid(50_000)), 51",
            "\(uid), 'gold', \(uid(60)), 51"),
        List(
            ListLedgerHistoryOldestFirst.self, "\(uid), NULL, NULL, 51", "\(uid), NULL, \(uid(50_000)), 51",
            "\(uid), 'silver', \(uid(99_000)), 51"),
        List(
            ListLinks.self, "NULL, NULL, 51, '', '', NULL",
            "'2026-01-01 12:00Z', 'l-50000', 51, '', '', NULL",
            "'2026-01-01 00:01Z', NULL, 51, '', '', true", "NULL, NULL, 51, 'nothing', 'nothing', NULL"),
        List(
            ListLinksOfCreator.self, "NULL, NULL, 51, '', '', NULL, \(uid)",
            "'2026-01-01 12:00Z', 'l-50000', 51, '', '', NULL, \(uid)",
            "'2026-01-01 00:01Z', NULL, 51, 'nothing', 'nothing', true, \(uid)"),
        List(
            ListLinksOff.self, "NULL, NULL, 51, '', '', true",
            "'2026-01-01 12:00Z', 'l-50000', 51, '', '', true",
            "'2026-01-01 00:10Z', NULL, 51, 'nothing', 'nothing', NULL"),
        List(
            FindRewardedReferees.self,
            "ARRAY[\(uid)]::uuid[], ARRAY[\(uid(5)), \(uid(99_999))]::uuid[]"),
    ]

    @Test func `a page reads what is on it, wherever it begins`() async throws {
        try await TestDatabase.withSchema { database in
            try database.psql(Self.load)
            for list in Self.lists {
                for page in list.pages {
                    let plan = try explain(list.sql, page, in: database)
                    let read = pagesRead(plan)
                    #expect(read <= 400, "\(list.name) (\(page)) reads \(read) pages of the disk: \(plan)")
                    #expect(!plan.contains("Seq Scan"), "\(list.name) (\(page)): \(plan)")
                }
            }
        }
    }

    /// Interleaved as traffic would: an entry of each currency, a reward that is held every tenth time.
    private static let load = """
        CREATE TEMP TABLE n AS SELECT ('00000000-0000-7000-8000-' || lpad(to_hex(i), 12, '0'))::uuid AS uid, i,
            timestamptz '2026-01-01' + i * interval '1 second' AS at FROM generate_series(0, \(rows) - 1) AS i;
        INSERT INTO users (uid, referral_code, referred_by, created_at)
            SELECT uid, lpad(i::text, 10, '0'), CASE WHEN i > 0 THEN \(uid)::uuid END, at FROM n;
        INSERT INTO rewards SELECT \(uid), uid, 'level-5', uid, 'referrer', 'gold', 50,
            CASE WHEN i % 10 = 0 THEN 'held' ELSE 'paid' END, '', at FROM n;
        -- Where all are one user's PostgreSQL 18 takes an index of each user's for as good as one of all.
        INSERT INTO rewards SELECT uid, uid, 'level-5', uid, 'referee', 'gold', 50, 'paid', '', at
            FROM n WHERE i % 100 = 1;
        INSERT INTO balances SELECT \(uid), currency, \(rows), \(rows)
            FROM unnest('{gold,silver}'::text[]) AS currency;
        INSERT INTO ledger_entries
            SELECT \(uid), CASE currency WHEN 'gold' THEN uid ELSE gen_random_uuid() END, currency, i + 1, 'adjustment',
                1, i + 1, NULL, NULL, '', at
            FROM n CROSS JOIN unnest('{gold,silver}'::text[]) AS currency;
        INSERT INTO links (code, long_link, directives, tags, one_time, uid, created_at, switched_off_at)
            SELECT 'l-' || i, 'https://go.example.com/?link=https%3A%2F%2Fexample.com%2F', '{}', '{}', false,
                CASE WHEN i % 3 > 0 THEN \(uid)::uuid END, at, CASE WHEN i % 10 = 0 THEN at END FROM n;
        VACUUM ANALYZE;
        """

    private func explain(_ sql: String, _ arguments: String, in database: TestDatabase) throws -> String {
        let settings = SessionSettings.writing.others.map { "SET \($0.name) = '\($0.value)';" }
        return try database.psql(
            """
            \(settings.joined(separator: "\n"))
            PREPARE statement AS \(sql);
            EXPLAIN (ANALYZE, BUFFERS, COSTS off, TIMING off, SUMMARY off) EXECUTE statement (\(arguments));
            """)
    }

    /// `Buffers: shared hit=3 read=1`, the first of which is the whole statement's.
    private func pagesRead(_ plan: String) -> Int {
        guard let line = plan.split(separator: "\n").first(where: { $0.contains("Buffers: shared") }) else {
            return .max
        }
        let counts = line.split(separator: " ").filter { $0.hasPrefix("hit=") || $0.hasPrefix("read=") }
        return counts.compactMap { Int($0.split(separator: "=")[1]) }.reduce(0, +)
    }
}
