import FoundationEssentials
import Postgres
import Referrals
import Store
import Testing
import Values

extension StatementTests {
    /// Whole tables, page by page, as the sections before have left them.
    func checkExports(_ pool: PostgresPool) async throws {
        try await pool.run(WaitBetweenPages())
        let tables: [any ExportedPage.Type] = [
            ExportUsers.self, ExportRewards.self, ExportLedger.self, ExportReferrals.self, ExportEvents.self,
            ExportAudit.self,
        ]
        for table in tables { try await checkExport(table, pool) }
    }

    private func checkExport<Page: ExportedPage>(_ page: Page.Type, _ pool: PostgresPool) async throws {
        let whole = try await pool.run(Page(after: .start, from: nil, until: nil, limit: 100_000)).map(\.row)
        #expect(!whole.isEmpty && whole.allSatisfy { $0.values.count == Page.columns.count }, "\(page)")
        var rows: [ExportedRow] = []
        var position = ExportPosition.start
        while true {
            let next = try await pool.run(Page(after: position, from: nil, until: nil, limit: 97))
            rows += next.map(\.row)
            guard let last = next.last else { break }
            position = last.position
        }
        #expect(rows == whole, "\(page)")
        let none = try await pool.run(
            Page(after: .start, from: nil, until: Timestamp(microsecondsSince1970: 0), limit: 9))
        #expect(none.isEmpty)
    }

    func checkTimeline(_ pool: PostgresPool) async throws {
        let day = Int32(Sample.now.microsecondsSince1970 / 86_400_000_000)
        let span = CountedSpan(from: Sample.now, until: Sample.now.adding(microseconds: 1), in: .utc)
        // The users' ids are older than they are.
        let sinceEver = CountedSpan(from: nil, until: span.until, in: .utc)
        #expect(
            try await pool.run(CountNewUsers(sinceEver)) == [
                DayCount(measure: "users", day: day, name: "", value: 1_000)
            ])
        #expect(try await pool.run(CountReferredUsers(sinceEver)).map(\.value) == [2 as Int64])
        #expect(try await pool.run(CountNewUsers(span)) == [])
        #expect(try await pool.run(CountSignUps(span)) == [])
        let later = CountedSpan(from: Sample.now, until: nil, in: .utc)
        #expect(try await pool.run(CountSignUps(later)).map(\.value) == [1 as Int64])
        _ = try await pool.run(CountRecordedReferrers(later))
        let sums = try await pool.run(SumLedgerByDay(span))
        #expect(sums.map(\.granted) == [50_050] && sums.map(\.redeemed) == [0])
        #expect(sums.map(\.net) == [.max])
        #expect(try await pool.run(CountGivenRewards(later)).map(\.name).contains("level-5"))
        #expect(try await !pool.run(CountUnpaidRewards(span)).isEmpty)
        #expect(try await pool.run(FindFirstUserTime()) == [Sample.now])
        try await checkDayCounts(pool, day)
    }

    private func checkDayCounts(_ pool: PostgresPool, _ day: Int32) async throws {
        let counts = [("users", day, "", 5), ("users", day + 1, "", 7), ("granted", day, "gold", Int64.max)]
            .map {
                DayCount(measure: $0.0, day: $0.1, name: $0.2, value: $0.3)
            }
        for _ in 0..<2 { try await pool.run(AddDayCounts(counts)) }
        let users = try await pool.run(ListDayCounts("users", in: day..<(day + 1)))
        #expect(users == [DayCount(measure: "users", day: day, name: "", value: 10)])
        #expect(try await pool.run(ListDayCounts("granted", in: 0..<(day + 9))).map(\.value) == [Int64.max])
        let before: [Timestamp?] = try await pool.run(FindCountedUntil(.users))
        #expect(before == [nil])
        try await pool.run(SetCountedUntil(Sample.now, of: .users))
        let after: [Timestamp?] = try await pool.run(LockCountedUntil(.users))
        #expect(after == [Sample.now])
        let locked = try await pool.run(LockCountedUntilOf([.users, .signUps]))
        #expect(locked.map(\.source) == [.signUps, .users] && locked.map(\.time) == [nil, Sample.now])
        try await pool.run(SetDayCounts([DayCount(measure: "users", day: day, name: "", value: 0)]))
        #expect(try await pool.run(ListDayCounts("users", in: day..<(day + 2))).map(\.value) == [14 as Int64])
        let all = try await pool.run(ListCountedUntil())
        #expect(all.count == DayCountSource.allCases.count)
        #expect(all.compactMap(\.time) == [Sample.now] && all.contains { $0.source == .users })
        let isKnown: [Bool] = try await pool.run(HasTimeZone("Asia/Kathmandu"))
        #expect(isKnown == [true])
        let changes = try await pool.run(ListZoneChanges(of: "Asia/Kathmandu"))
        let nepal = ProgrammeZone(name: "Asia/Kathmandu", changes: changes)
        #expect(changes.count == 2 && nepal.offset(at: Sample.now) == 20_700)
    }
}
