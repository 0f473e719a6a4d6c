import Postgres
import Referrals
import Store
import Testing
import Values

extension StatementTests {
    /// Duties, keys, statements and pages over what `checkMoney` has written.
    func checkLedger(_ pool: PostgresPool) async throws {
        try await checkLeases(pool)
        try await pool.run(InsertLedgerKey(id: 1, proof: [1]), InsertLedgerKey(id: 1, proof: [2]))
        let keys = try await pool.run(FindLedgerKeys())
        #expect(keys.map(\.id) == [1] && keys.first?.proof == [1])
        #expect(try await pool.run(IsLedgerKeyOld()) == [false])
        #expect(try await pool.run(IsLedgerEmpty()) == [false])
        let statements = [StoredStatement(number: 3, body: "{}"), StoredStatement(number: 5, body: "")]
        for statement in statements { try await pool.run(InsertLedgerStatement(statement)) }
        #expect(try await pool.run(ListLedgerStatements(limit: 1)) == [statements[1]])
        #expect(try await pool.run(ListLedgerStatements(before: 5, limit: 9)) == [statements[0]])
        #expect(try await pool.run(WalkLedgerStatements(after: 3, limit: 9)) == [statements[1]])
        try await checkPages(pool)
    }

    private func checkLeases(_ pool: PostgresPool) async throws {
        let taken: [Int64] = try await pool.run(AcquireLease(.seal, ignoresDueTime: false))
        let again: [Int64] = try await pool.run(AcquireLease(.seal, ignoresDueTime: true))
        #expect(taken == [1] && again == [])
        let kept: [Int64] = try await pool.run(RenewLease(.seal, fencingToken: 1))
        let lost: [Int64] = try await pool.run(RenewLease(.seal, fencingToken: 2))
        #expect(kept == [1] && lost == [])
        try await pool.run(ReleaseLease(.seal, fencingToken: 1, dueAfterSeconds: 60))
        let early: [Int64] = try await pool.run(AcquireLease(.seal, ignoresDueTime: false))
        let asked: [Int64] = try await pool.run(AcquireLease(.seal, ignoresDueTime: true))
        #expect(early == [] && asked == [2])
    }

    private func checkPages(_ pool: PostgresPool) async throws {
        let balances = try await pool.run(ListStoredBalances(after: .start, limit: 9))
        #expect(balances.map(\.uid) == [Sample.uid(10).uuid, Sample.uid(11).uuid])
        #expect(balances.map(\.sealed) == [1_001, 2])
        let entries = try await pool.run(ListStoredEntries(after: balances[0].position, 0, limit: 2_000))
        #expect(entries.count == 1_004)
        let second = try await pool.run(ListStoredEntries(after: balances[0].position, 1_001, limit: 9))
        #expect(second.map(\.sequence) == [1, 2, 3] && second.map(\.seal) == [[0], [1, 2], nil])
        #expect(entries.first?.cause?.id == entries.first?.id && second.first?.cause == nil)
        #expect(try await pool.run(FindUnbookedRewards(limit: 9)).map(\.id) == [Sample.id(5_000)])
        #expect(try await pool.run(FindBrokenReservations(limit: 9)) == [])
        try await checkHeads(pool, balances)
        let unsealed = try await pool.run(FindUnsealedEntries(of: [Sample.account(11)], limit: 9))
        #expect(unsealed.map(\.sequence) == [3])
        try await pool.run(
            SealEntries(
                unsealed.map {
                    var entry = $0; entry.seal = [3]; return entry
                }))
        let sealed = try await pool.run(ListStoredEntries(after: balances[1].position, 2, limit: 9))
        #expect(sealed.map(\.seal) == [[3]])
    }

    private func checkHeads(_ pool: PostgresPool, _ balances: [StoredBalance]) async throws {
        let heads = balances.map {
            StatedHead(uid: $0.uid, currency: $0.currency, statement: 3, sealed: $0.sealed)
        }
        try await pool.run(InsertStatedHeads([heads[0]]))
        #expect(try await pool.run(ListStatedHeads(after: .start, 0, limit: 9)) == [heads[0]])
        let accounts = try await pool.run(ListAccountsToState(after: .start, limit: 9))
        #expect(accounts.map(\.statedSealed) == [1_001, nil])
        #expect(accounts.map(\.balance) == balances)
    }
}
