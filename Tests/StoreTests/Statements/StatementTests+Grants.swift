import FoundationEssentials
import Postgres
import Referrals
import Store
import Testing
import Values

extension StatementTests {
    func reward(_ number: Int, _ status: Reward.Status) -> Reward {
        Reward(
            id: Sample.id(1_000 + number), rule: "level-5", beneficiary: Sample.uid(10), role: .referrer,
            subject: Sample.uid(number), currency: .piecesOfEight, amount: 50, status: status,
            reason: "A friend's, reached \"level\" 5", grantedAt: Sample.now)
    }

    func checkGrants(_ pool: PostgresPool) async throws {
        let held = reward(2_000, .held)
        let paid = (1...1_000).map { reward($0, .paid) }
        try await pool.run(InsertRewards(paid + [held]))
        try await book(paid, pool)
        let keys = (paid + [held]).map(RewardKey.init)
        let found = try await pool.run(FindRewards(keys))
        #expect(found.sorted { $0.id < $1.id } == paid + [held])
        let missing = RewardKey(beneficiary: Sample.uid(10), subject: Sample.uid(1), rule: "signup")
        #expect(try await pool.run(FindRewards([missing])) == [])
        let newest = try await pool.run(ListLedgerEntries(of: Sample.uid(10), before: [:], limit: 1))
        try await checkHistory(pool, newest: newest)
        #expect(newest.map(\.balanceAfter) == [50_000] && newest.map(\.sequence) == [1_000])
        #expect(newest.first?.rule == "level-5" && newest.first?.subject == Sample.uid(1_000))
        // A second batch goes on where the first ended.
        let next = reward(3_000, .paid)
        try await pool.run(InsertRewards([next]))
        try await book([next], pool)
        let balance = Balance(account: Sample.account(10), amount: 50_050, entries: 1_001)
        #expect(try await pool.run(FindBalances([Sample.uid(10)])) == [balance])
        await checkReversals(of: next, balance, pool)
    }

    /// A reward that two take back is taken back once.
    private func checkReversals(of reward: Reward, _ balance: Balance, _ pool: PostgresPool) async {
        var standing = balance
        let entries = (0..<2).map {
            standing.reverse(
                reward, taking: 10, id: Sample.id(8_000 + $0), because: "A mistake", at: Sample.now)
        }
        let error = await #expect(throws: PostgresError.self) {
            try await pool.transaction { transaction throws(PostgresError) in
                try await transaction.commit(InsertLedgerEntries(entries, seals: [nil, nil]))
            }
        }
        #expect(error.map(InsertLedgerEntries.isRace) == true)
    }

    private func book(_ rewards: [Reward], _ pool: PostgresPool) async throws {
        let uid = Sample.uid(10)
        var standing =
            try await pool.run(FindLedgerAccounts([uid])).first
            ?? LedgerAccount(unused: Sample.account(10))
        let entries = rewards.map { standing.balance.grant($0, at: Sample.now) }
        standing.head = LedgerHead(sealed: standing.balance.entries, seal: [7])
        try await pool.run(
            SetBalances([standing]), InsertLedgerEntries(entries, seals: entries.map { _ in [7] }))
        #expect(try await pool.run(FindLedgerAccounts([uid])) == [standing])
        try await checkRaces(on: standing, pool)
    }

    /// Two have read the account: one books, and the other can't any more.
    private func checkRaces(on account: LedgerAccount, _ pool: PostgresPool) async throws {
        var late = account
        late.balance = Balance(
            account: account.balance.account, amount: account.balance.amount - 1,
            entries: account.balance.entries - 1)
        let entry = late.balance.grant(reward(5_000 + Int(late.balance.entries), .paid), at: Sample.now)
        let error = await #expect(throws: PostgresError.self) {
            try await pool.transaction { transaction throws(PostgresError) in
                try await transaction.commit(SetBalances([late]), InsertLedgerEntries([entry], seals: [nil]))
            }
        }
        #expect(error.map(InsertLedgerEntries.isRace) == true)
        #expect(try await pool.run(FindLedgerAccounts([account.balance.account.uid])) == [account])
        // What was sealed since it was read stays sealed.
        var unsealed = account
        unsealed.head = .none
        try await pool.run(SetBalances([unsealed]))
        #expect(try await pool.run(FindLedgerAccounts([account.balance.account.uid])) == [account])
        try await pool.run(SetHeads([unsealed]))
        #expect(try await pool.run(FindLedgerAccounts([account.balance.account.uid])) == [unsealed])
        try await pool.run(SetHeads([account]))
        #expect(try await pool.run(FindLedgerAccounts([account.balance.account.uid])) == [account])
    }

    private func checkHistory(_ pool: PostgresPool, newest: [LedgerEntry]) async throws {
        func page(after last: UUID? = nil, isAscending: Bool) async throws -> [LedgerEntry] {
            let uid = Sample.uid(10)
            return isAscending
                ? try await pool.run(
                    ListLedgerHistoryOldestFirst(of: uid, in: .piecesOfEight, after: last, limit: 2))
                : try await pool.run(ListLedgerHistory(of: uid, in: .piecesOfEight, after: last, limit: 2))
        }
        let last = try await page(isAscending: false)
        #expect(last.map(\.sequence) == [1_000, 999] && last.first == newest.first)
        #expect(try await page(after: last[1].id, isAscending: false).map(\.sequence) == [998, 997])
        #expect(try await page(isAscending: true).map(\.sequence) == [1, 2])
        #expect(try await page(after: last[1].id, isAscending: true) == [last[0]])
        #expect(try await page(after: Sample.uid(10).uuid, isAscending: true) == [])
    }
}
