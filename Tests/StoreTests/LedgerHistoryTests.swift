import FoundationEssentials
import Postgres
import Referrals
import Store
import TestSupport
import Testing
import Values

/// The ledger of one user with several currencies, written by servers whose clocks differ.
@Suite struct LedgerHistoryTests {
    private static let entries = 300

    @Test(arguments: [false, true])
    func `pages give every entry once, in the order of one long page`(isAscending: Bool) async throws {
        try await TestDatabase.withSchema { database in
            try database.psql(Self.load)
            try await database.withPool { pool, _ in
                func page(after last: UUID?, limit: Int) async throws -> [LedgerEntry] {
                    let uid = Sample.uid(1)
                    return isAscending
                        ? try await pool.run(
                            ListLedgerHistoryOldestFirst(of: uid, in: nil, after: last, limit: limit))
                        : try await pool.run(ListLedgerHistory(of: uid, in: nil, after: last, limit: limit))
                }
                let whole = try await page(after: nil, limit: 5 * Self.entries)
                #expect(whole.count == 3 * Self.entries)
                var pages: [LedgerEntry] = []
                while true {
                    let next = try await page(after: pages.last?.id, limit: 7)
                    if next.isEmpty { break }
                    pages += next
                }
                #expect(pages.map(\.id) == whole.map(\.id))
                for (_, entries) in Dictionary(grouping: whole, by: \.account) {
                    let sequences = Array(1...Int64(Self.entries))
                    #expect(entries.map(\.sequence) == (isAscending ? sequences : sequences.reversed()))
                }
                expectByTime(isAscending ? whole : whole.reversed())
            }
        }
    }

    /// No entry stands behind one that is younger by more than the clocks differ.
    private func expectByTime(_ entries: [LedgerEntry]) {
        var youngest: Int64 = 0
        for entry in entries {
            let time = entry.createdAt.microsecondsSince1970
            #expect(time > youngest - 20_000_000)
            youngest = max(youngest, time)
        }
    }

    /// Times go back and forth by up to ten seconds within each chain.
    private static let load = """
        SELECT setseed(0.5);
        INSERT INTO balances SELECT '\(Sample.uid(1))', currency, \(entries), \(entries)
            FROM unnest('{gold,silver,tin}'::text[]) AS currency;
        INSERT INTO ledger_entries SELECT '\(Sample.uid(1))', gen_random_uuid(), currency, i, 'adjustment', 1, i, NULL,
            NULL, '', timestamptz '2026-01-01' + (i + random() * 10) * interval '1 second'
            FROM unnest('{gold,silver,tin}'::text[]) AS currency CROSS JOIN generate_series(1, \(entries)) AS i;
        """
}
