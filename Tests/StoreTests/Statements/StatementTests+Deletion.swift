import Links
import Postgres
import Referrals
import Store
import Testing
import Values

extension StatementTests {
    /// User 10, who has money, leaves; over what the other checks have written.
    func checkDeletion(_ pool: PostgresPool) async throws {
        let uid = Sample.uid(10)
        try await checkErasures(of: uid, pool)
        try await checkPersonalData(of: uid, pool)
        let written = try await pool.run(FindWrittenEntries(of: Sample.uid(11), limit: 9))
        #expect(written.map(\.entry.sequence) == [1, 2, 3])
        #expect(written.map(\.before) == [nil, written[0].entry.seal, written[1].entry.seal])
        var entries = written.map(\.entry)
        entries[0].redaction = [7]
        try await pool.run(EraseReasons(of: Sample.uid(11), in: entries))
        #expect(try await pool.run(FindWrittenEntries(of: Sample.uid(11), limit: 9)).isEmpty as Bool)
        try await pool.run(EraseReasons(of: uid, in: []))
        let texts = try await pool.run(LockAuditTexts(of: uid, naming: ["\(uid)"]))
        try await pool.run(EraseAuditTexts(texts.map { (id: $0.entry.id, mac: nil) }))
        try await checkNotes(on: uid, pool)
        try await checkTombstone(of: uid, pool)
    }

    private func checkNotes(on uid: UserID, _ pool: PostgresPool) async throws {
        let notes = [2, 1].map { number in
            PlayerNote(
                uid: uid, id: Sample.id(number), author: "key test", text: "Note \(number)\n…",
                createdAt: Sample.now)
        }
        for note in notes { try await pool.run(InsertPlayerNote(note)) }
        #expect(try await pool.run(ListPlayerNotes(of: [Sample.uid(11), uid])) == notes)
        let own = try await pool.run(
            PersonalDataRows<PersonalNotes>(PersonalDataPage(of: uid, limit: 9)))
        #expect(own.count == 2 && own.allSatisfy { !$0.object.contains("key test") })
        try await pool.run(DeletePlayerNotes(of: uid))
        #expect(try await pool.run(ListPlayerNotes(of: [uid])) == [])
    }

    private func checkErasures(of uid: UserID, _ pool: PostgresPool) async throws {
        let wish = Erasure(uid: uid, askedAt: Sample.now, dueAt: Sample.now.adding(seconds: 9))
        #expect(try await pool.run(AskErasures([wish])) == [wish])
        let sooner = Erasure(uid: uid, askedAt: Sample.now.adding(seconds: 1), dueAt: Sample.now)
        let kept = Erasure(uid: uid, askedAt: Sample.now, dueAt: Sample.now)
        #expect(try await pool.run(AskErasures([sooner])) == [kept])
        #expect(try await pool.run(FindErasures(of: [uid, Sample.uid(1)])) == [kept])
        #expect(try await pool.run(FindDueErasures(limit: 9)) == [kept])
        #expect(try await pool.run(LockErasure(of: uid)) == [kept])
        let none: [Int64] = try await pool.run(CountErased())
        let done = Erasure(uid: uid, askedAt: Sample.now, dueAt: Sample.now, erasedAt: Sample.now)
        try await pool.run(SetErasure(done))
        // What is done isn't taken back.
        try await pool.run(CancelErasure(of: uid))
        let one: [Int64] = try await pool.run(CountErased())
        #expect(none == [0] && one == [1])
        let start = Sample.now.adding(seconds: -1)
        #expect(try await pool.run(ListErased(after: start, Sample.uid(0), limit: 9)) == [done])
        #expect(try await pool.run(ListErased(after: Sample.now, uid, limit: 9)) == [])
        try await pool.run(PostponeErasure(of: uid, until: Sample.now.adding(seconds: 4_000_000_000)))
        #expect(try await pool.run(FindDueErasures(limit: 9)) == [])
    }

    /// Each table, and what its first row is about.
    private func checkPersonalData(of uid: UserID, _ pool: PostgresPool) async throws {
        let names = PersonalDataTables.all.map { $0.rows.name }
        #expect(Set(names).count == names.count)
        for table in PersonalDataTables.all { try await check(table, of: uid, pool) }
    }

    private func check<Table: PersonalDataTable>(
        _ table: Table.Type, of uid: UserID, _ pool: PostgresPool
    ) async throws {
        let rows = try await pool.run(PersonalDataRows<Table>(PersonalDataPage(of: uid, limit: 9)))
        #expect(
            rows.allSatisfy { $0.object.hasPrefix("{") && $0.object.hasSuffix("}") }, "\(Table.rows.name)")
        for (index, row) in rows.enumerated() where index < 8 {
            let next = try await pool.run(
                PersonalDataRows<Table>(PersonalDataPage(of: uid, behind: row.cursor, limit: 1)))
            #expect(next == Array(rows.dropFirst(index + 1).prefix(1)), "\(Table.rows.name)")
        }
    }

    private func checkTombstone(of uid: UserID, _ pool: PostgresPool) async throws {
        let email = EmailAddress("ten@example.com")!
        let credential = CredentialRecord(
            email: email, uid: uid, passwordHash: "hash", createdAt: Sample.now)
        #expect(try await pool.run(InsertCredentials([credential])) == [email])
        try await pool.run(DeleteCredential(email, of: Sample.uid(9)))
        #expect(try await pool.run(FindCredential(email)) == [credential])
        try await pool.run(SetUserProfile(UserProfile(fullName: "Ten"), of: uid))
        try await pool.run(
            DeleteCredential(email, of: uid), DeleteReferralCode(Sample.code(10), of: uid),
            DeleteUserProfile(of: uid), DeleteAddresses(of: uid), MakeTombstone(of: uid))
        #expect(try await pool.run(FindCredential(email)) == [])
        #expect(try await pool.run(FindReferralCodes([Sample.code(10)])).isEmpty as Bool)
        #expect(try await pool.run(FindUsersByID([uid])).first?.isErased == true)
        // Nothing is kept of a tombstone any more.
        try await pool.run(SetUserProfile(UserProfile(fullName: "Ten"), of: uid))
        #expect(try await pool.run(FindUserProfiles([uid])).isEmpty as Bool)
        #expect(try await pool.run(StampSignIn(uid, at: Sample.now)) == [])
        #expect(try await pool.run(ApplyFacts([uid: Progress(level: 1, highestLevel: 1)])) == [])
        try await checkLinksGone(pool)
    }

    private func checkLinksGone(_ pool: PostgresPool) async throws {
        let gone = try await pool.run(DeleteLinksOf(Sample.uid(1), limit: 9))
        try await pool.run(DeleteLinkCounts(of: gone), NotifyLinksChanged(gone))
        #expect(try await pool.run(FindLinks(gone)) == [])
        #expect(try await pool.run(DeleteLinksOf(Sample.uid(1), limit: 9)) == [])
    }
}
