import Crypto
import FoundationEssentials
import Postgres
import Referrals
import Store
import Testing
import Values

extension StatementTests {
    /// Changes that wait for a second operator, each of which comes back as it was written.
    func checkApprovals(_ pool: PostgresPool) async throws {
        let name = RuleName("level-5")
        let uid = UserID(Sample.id(9_800))
        let posting = Posting(
            id: Sample.id(9_801), account: Account(uid: uid, currency: .piecesOfEight), kind: .adjustment,
            amount: -5, reason: "paid twice")
        let terms = Self.rich
        let changes: [ProposedChange] = [
            .adjust(posting), .addRule(name, terms, isActive: true),
            .changeRule(name, terms, state: .paused, version: 2),
            .setRuleState(name, .archived, from: .paused, version: 2),
            .backfill(name, version: 3), .changeProgramme(.standard, version: 4),
        ]
        let waiting = changes.enumerated().map { index, change in
            PendingChange(
                id: Sample.id(9_801 + index), change, madeAt: Sample.now, madeBy: "operator Ben",
                operatorID: index == 0 ? nil : Sample.id(9_700), trial: index == 1 ? Sample.id(1) : nil)
        }
        for pending in waiting {
            #expect(try await pool.run(InsertPendingChange(pending)) == [pending.id])
            #expect(try await pool.run(InsertPendingChange(pending)).isEmpty as Bool)
            #expect(try await pool.run(FindPendingChange(pending.id)) == [pending])
        }
        #expect(try await pool.run(ListWaitingChanges(limit: 9)) == waiting)
        let ids = waiting.map(\.id)
        #expect(try await pool.run(LockWaitingChanges(ids)) == ids)
        let approval = Approval(of: ids[1], by: "operator Anne")
        let decide = DecidePendingChanges([approval], as: .approved, at: Sample.now)
        #expect(try await pool.run(decide) == [ids[1]])
        #expect(try await pool.run(decide).isEmpty as Bool)
        #expect(try await pool.run(FindPendingChange(ids[1])).first?.decidedBy == "operator Anne")
        try await pool.run(DeletePendingChanges(of: uid))
        #expect(try await pool.run(LockWaitingChanges(ids)) == Array(ids[2...]))
        try await checkLimits(pool)
    }

    private func checkLimits(_ pool: PostgresPool) async throws {
        let ben = OperatorRecord(
            id: Sample.id(9_810), email: "limited@example.com", role: "support", createdAt: Sample.now)
        #expect(try await pool.run(InsertOperator(ben)) == [ben.id])
        try await pool.run(SetRoleLimit(of: "support", to: 3))
        let limits = try await pool.run(ListRoleLimits())
        #expect(limits.first { $0.role == "support" }?.actions == 3)
        let day = try await pool.run(FindOperatorDay(of: ben.id, at: Sample.now, in: .utc)).first
        #expect(day?.actions == 0 && day?.most == 3)
        try await pool.run(DeleteRoleLimit(of: "support"))
        #expect(try await pool.run(FindOperatorDay(of: ben.id, at: Sample.now, in: .utc)).isEmpty as Bool)
    }
}
