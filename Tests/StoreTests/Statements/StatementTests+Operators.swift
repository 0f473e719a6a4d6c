import Crypto
import FoundationEssentials
import Postgres
import Store
import Testing
import Values

extension StatementTests {
    /// An operator's life, from the invitation to the removal.
    func checkOperators(_ pool: PostgresPool) async throws {
        let ben = OperatorRecord(
            id: Sample.id(9_700), email: "ben@example.com", role: "support", createdAt: Sample.now)
        #expect(try await pool.run(InsertOperator(ben)) == [ben.id])
        let again = OperatorRecord(
            id: Sample.id(9_701), email: ben.email, role: "admin", createdAt: Sample.now)
        #expect(try await pool.run(InsertOperator(again)).isEmpty as Bool)
        #expect(try await pool.run(FindOperator(ben.email)) == [ben])
        try await checkInvitations(of: ben, pool)
        try await checkCodes(of: ben, pool)
        try await checkConsoleSessions(of: ben, pool)
        try await pool.run(SetOperatorRole(ben.id, to: "admin", totpSecret: [3]))
        #expect(try await pool.run(ListOperators()).first?.role == "admin")
        let locked = try await pool.run(LockOperator(ben.email))
        #expect(locked.first?.totpSecret == [3 as UInt8])
        try await pool.run(ResetOperator(ben.id))
        #expect(try await pool.run(FindOperator(ben.email)).first?.passwordHash == nil)
        try await pool.run(RemoveOperator(ben.id, at: Sample.now))
        #expect(try await pool.run(ListOperators()).isEmpty as Bool)
        #expect(try await pool.run(InsertOperator(again)) == [again.id])
        #expect(try await pool.run(FindOperatorIDs(ben.email)) == [ben.id, again.id])
    }

    private func checkInvitations(of ben: OperatorRecord, _ pool: PostgresPool) async throws {
        let later = Sample.now.adding(seconds: 60)
        let invitation = OperatorInvitationRecord(
            tokenHash: [1], operatorID: ben.id, totpSecret: [2], createdAt: Sample.now, expiresAt: later)
        try await pool.run(InsertOperatorInvitation(invitation))
        let found = try #require(try await pool.run(FindOperatorInvitation([1], at: Sample.now)).first)
        #expect(found.invitation == invitation && found.email == ben.email && found.role == ben.role)
        #expect(try await pool.run(FindOperatorInvitation([1], at: later)).isEmpty as Bool)
        try await pool.run(SetInvitationSecret([1], to: [4]))
        let pending = try await pool.run(ListOperatorInvitations(of: ben.id))
        #expect(pending.map(\.totpSecret) == [[4 as UInt8]])
        #expect(try await pool.run(UseOperatorInvitation([1], at: later)).isEmpty as Bool)
        #expect(try await pool.run(UseOperatorInvitation([1], at: Sample.now)) == [ben.id])
        #expect(try await pool.run(UseOperatorInvitation([1], at: Sample.now)).isEmpty as Bool)
        try await pool.run(DeleteExpiredInvitations(before: later))
        try await pool.run(DeleteOperatorInvitations(of: ben.id))
        #expect(try await pool.run(ListOperatorInvitations(of: ben.id)).isEmpty as Bool)
    }

    private func checkCodes(of ben: OperatorRecord, _ pool: PostgresPool) async throws {
        let set = SetOperatorCredentials(
            of: ben.id, passwordHash: "hash", totpSecret: [2], step: 7, recoveryHashes: [[8], [9]],
            at: Sample.now)
        #expect(try await pool.run(set) == [ben.id])
        func spend(_ code: SpentOperatorCode, stronger: String? = nil) async throws -> Bool {
            let spend = SpendOperatorCode(
                code, of: ben.id, passwordHash: "hash", strongerHash: stronger, at: Sample.now)
            return try await !pool.run(spend).isEmpty
        }
        #expect(try await !spend(.step(7)))
        #expect(try await spend(.step(8)))
        #expect(try await !spend(.step(8)))
        #expect(try await spend(.recovery([9])))
        #expect(try await !spend(.recovery([9])))
        #expect(try await !spend(.recovery([10])))
        #expect(try await spend(.recovery([8]), stronger: "stronger"))
        #expect(try await !spend(.step(9)), "another password")
        #expect(try await pool.run(FindOperator(ben.email)).first?.passwordHash == "stronger")
    }

    private func checkConsoleSessions(of ben: OperatorRecord, _ pool: PostgresPool) async throws {
        let key = APIKeyRecord(
            id: Sample.id(9_710), name: "console", scope: "read",
            secretHash: [UInt8](repeating: 7, count: 32), createdAt: Sample.now)
        try await pool.run(InsertAPIKey(key))
        let later = Sample.now.adding(seconds: 60)
        func session(_ number: Int, _ holder: ConsoleHolder) -> ConsoleSessionRecord {
            ConsoleSessionRecord(
                id: Sample.id(9_710 + number), tokenHash: [UInt8(number)], holder: holder,
                address: "192.0.2.1", userAgent: "curl", createdAt: Sample.now, seenAt: Sample.now,
                expiresAt: later)
        }
        let sessions = [
            session(1, .operator(ben.id)), session(2, .operator(ben.id)), session(3, .apiKey(key.id)),
        ]
        for session in sessions { try await pool.run(InsertConsoleSession(session)) }
        let found = try #require(try await pool.run(FindConsoleSession([1], at: Sample.now)).first)
        #expect(found.session == sessions[0] && found.holder?.email == ben.email)
        let ofKey = try #require(try await pool.run(FindConsoleSession([3], at: Sample.now)).first)
        #expect(ofKey.session == sessions[2] && ofKey.holder == nil)
        #expect(try await pool.run(FindConsoleKey(ofSession: [3])) == [key])
        #expect(try await pool.run(FindConsoleKey(ofSession: [1])).isEmpty as Bool)
        #expect(try await pool.run(FindConsoleSession([1], at: later)).isEmpty as Bool)
        let ofBen = try await pool.run(ListConsoleSessions(of: .operator(ben.id), at: Sample.now))
        #expect(ofBen == [sessions[1], sessions[0]])
        #expect(try await pool.run(FindConsoleAddress("192.0.2.1", of: ben.id)) == [true])
        #expect(try await pool.run(FindConsoleAddress("192.0.2.2", of: ben.id)) == [false])
        let soon = Sample.now.adding(seconds: 1)
        try await pool.run(StampConsoleSession(sessions[0].id, at: soon))
        #expect(try await pool.run(FindOperator(ben.email)).first?.seenAt == soon)
        try await checkEnds(of: sessions, ben, pool)
        try await pool.run(RevokeAPIKey(key.id, at: Sample.now))
        #expect(try await pool.run(FindConsoleKey(ofSession: [3])).isEmpty as Bool)
    }

    private func checkEnds(
        of sessions: [ConsoleSessionRecord], _ ben: OperatorRecord, _ pool: PostgresPool
    ) async throws {
        let foreign = EndConsoleSession(sessions[2].id, of: .operator(ben.id), at: Sample.now)
        #expect(try await pool.run(foreign).isEmpty as Bool)
        let end = EndConsoleSession(sessions[0].id, of: .operator(ben.id), at: Sample.now)
        #expect(try await pool.run(end) == [sessions[0].id])
        #expect(try await pool.run(end).isEmpty as Bool)
        #expect(try await pool.run(FindConsoleSession([1], at: Sample.now)).isEmpty as Bool)
        try await pool.run(EndConsoleSessions(of: ben.id, at: Sample.now))
        #expect(
            try await pool.run(ListConsoleSessions(of: .operator(ben.id), at: Sample.now)).isEmpty as Bool)
        try await pool.run(DeleteEndedConsoleSessions(before: Sample.now.adding(seconds: 1)))
        #expect(try await pool.run(ListConsoleSessions(of: sessions[2].holder, at: Sample.now)).count == 1)
    }
}
