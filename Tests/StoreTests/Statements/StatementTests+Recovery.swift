import Postgres
import Referrals
import Store
import Testing
import Values

extension StatementTests {
    func checkRecovery(_ pool: PostgresPool) async throws {
        try await checkLaterTokens(pool)
        try await checkReservations(pool)
        try await checkPastEmails(pool)
        try await checkProofs(pool)
        try await checkResets(pool)
        try await checkExternalIDUses(pool)
    }

    private func checkExternalIDUses(_ pool: PostgresPool) async throws {
        let (uid, now, id) = (Sample.uid(3), Sample.now, ExternalID("anne")!)
        func use() async throws -> ExternalIDUse? { try await pool.run(FindExternalIDUses(of: [uid])).first }
        #expect(try await use() == nil)
        try await pool.run(KeepRelease(of: uid, at: now))
        #expect(try await use() == ExternalIDUse(uid: uid, releasedAt: now))
        try await pool.run(AcceptExternalID(id, of: uid, at: now))
        let hour = ExternalIDUse.hour(of: now)
        #expect(try await use() == ExternalIDUse(uid: uid, acceptedID: id, usedAt: hour))
        let (later, latest) = (now.adding(seconds: 3_600), now.adding(seconds: 7_200))
        try await pool.run(StampExternalIDUses([uid: later, Sample.uid(4): later]))
        #expect(try await use()?.usedAt == ExternalIDUse.hour(of: later))
        try await pool.run(StampExternalIDUses([uid: now]))
        #expect(try await use()?.usedAt == ExternalIDUse.hour(of: later))
        try await pool.run(EndExternalID(of: uid, at: later))
        #expect(try await use()?.isEnded == true)
        // Another accepted token changes nothing; the owner's link does.
        try await pool.run(AcceptExternalID(id, of: uid, at: later))
        #expect(try await use()?.isEnded == true)
        try await pool.run(LinkExternalID(id, of: uid, at: latest))
        #expect(try await use()?.isEnded == false)
        try await pool.run(RestoreExternalID(of: uid, before: latest))
        #expect(try await use()?.isEnded == true)
        try await pool.run(LinkExternalID(id, of: uid, at: latest))
        try await pool.run(UnlinkExternalID(of: uid))
        #expect(try await use()?.isEnded == true)
        try await pool.run(RestoreExternalID(of: uid, before: later))
        #expect(try await use()?.isEnded == false)
        try await pool.run(DeleteExternalIDUse(of: uid))
        #expect(try await use() == nil)
        #expect(try await pool.run(FindUseRecordingStart()).count == 1)
    }

    private func checkLaterTokens(_ pool: PostgresPool) async throws {
        let (now, uid) = (Sample.now, Sample.uid(1))
        let (email, other) = (EmailAddress("1@example.com")!, EmailAddress("1@example.org")!)
        func token(_ number: Int, _ purpose: MailPurpose, _ email: EmailAddress) -> MailTokenRecord {
            let createdAt = now.adding(seconds: Int64(number))
            return MailTokenRecord(
                uid: uid, hash: [UInt8](repeating: UInt8(number), count: 32), purpose: purpose, email: email,
                createdAt: createdAt, expiresAt: createdAt.adding(seconds: purpose.lifetimeSeconds))
        }
        let tokens = [
            token(1, .undo, email), token(2, .reset, email), token(3, .undo, email), token(4, .reset, email),
            token(5, .verification, email), token(6, .verification, other),
        ]
        for token in tokens { try await pool.run(InsertMailToken(token)) }
        func left() async throws -> Set<UInt8> {
            Set(try await pool.run(FindMailTokens(of: uid)).map { $0.hash[0] })
        }
        #expect(try await left() == [1, 2, 3, 4, 5, 6])
        try await pool.run(EndOtherVerifications(of: uid, except: email))
        #expect(try await left() == [1, 2, 3, 4, 5])
        try await pool.run(EndLaterMailTokens(of: uid, for: [.undo, .reset], since: tokens[2].createdAt))
        #expect(try await left() == [1, 2, 5])
        try await pool.run(InsertMailToken(tokens[3]))
        try await pool.run(EndSurplusMailTokens(of: uid, for: .reset, othersMax: 1))
        #expect(try await left() == [1, 4, 5])
        let until = now.adding(seconds: 1_000_000)
        try await pool.run(ProlongUndo(of: uid, madeAt: tokens[0].createdAt, until: until))
        let kept = try await pool.run(FindMailToken(of: uid, tokens[0].hash, at: now))
        #expect(kept.map(\.expiresAt) == [until])
        try await pool.run(DeleteMailTokens(of: uid, for: MailPurpose.allCases))
    }

    private func checkReservations(_ pool: PostgresPool) async throws {
        let identity = IdentityRecord(
            uid: Sample.uid(1), provider: "google", subject: "7", email: "g@example.com",
            createdAt: Sample.now)
        let unlinked = UnlinkedIdentity(identity, at: Sample.now.adding(seconds: 5))
        for _ in 0..<2 { try await pool.run(ReserveIdentity(unlinked)) }
        #expect(try await pool.run(FindUnlinkedIdentities(of: identity.uid)) == [unlinked])
        #expect(try await pool.run(FindFreeIdentities(unlinkedBefore: unlinked.unlinkedAt)) == [])
        let later = unlinked.unlinkedAt.adding(seconds: 1)
        #expect(try await pool.run(FindFreeIdentities(unlinkedBefore: later)) == [unlinked])
        try await pool.run(EndReservation(of: identity))
        #expect(try await pool.run(FindUnlinkedIdentities(of: identity.uid)) == [])
    }

    private func checkPastEmails(_ pool: PostgresPool) async throws {
        let uid = Sample.uid(3)
        let past = PastEmail(
            uid: uid, hash: [UInt8](repeating: 3, count: 16), attachedAt: Sample.now,
            verifiedAt: Sample.now.adding(seconds: 1))
        try await pool.run(InsertPastEmail(past))
        // What is known stays.
        let again = PastEmail(
            uid: uid, hash: past.hash, attachedAt: past.verifiedAt, verifiedAt: past.verifiedAt)
        try await pool.run(InsertPastEmail(again))
        #expect(try await pool.run(FindPastEmails(of: uid)) == [past])
        try await pool.run(DeletePastEmails(of: uid))
        #expect(try await pool.run(FindPastEmails(of: uid)) == [])
        try await pool.run(SetEmail(EmailAddress("3@example.net")!, of: uid, verifiedAt: Sample.now))
        let proved: [Timestamp?] = try await pool.run(FindEmailProof(of: uid))
        #expect(proved == [Sample.now])
        try await pool.run(ClearEmail(of: uid))
        let cleared: [Timestamp?] = try await pool.run(FindEmailProof(of: uid))
        #expect(cleared == [nil])
    }

    private func checkProofs(_ pool: PostgresPool) async throws {
        let (now, uid) = (Sample.now, Sample.uid(2))
        let proof = UsedProof(uid: uid, tokenHash: [1], requestHash: [2], expiresAt: now)
        func used() async throws -> [UsedProof] { try await pool.run(FindUsedProof(of: uid, [1])) }
        #expect(try await pool.run(UseProof(proof)) == [uid])
        #expect(try await pool.run(UseProof(proof)) == [])
        #expect(try await used() == [proof])
        try await pool.run(DeleteExpiredProofs(at: now))
        #expect(try await used() == [proof])
        try await pool.run(DeleteExpiredProofs(at: now.adding(seconds: 1)))
        #expect(try await used() == [])
        try await pool.run(UseProof(proof))
        try await pool.run(DeleteUsedProofs(of: uid))
        #expect(try await used() == [])
        for number in 1...2 {
            let former = FormerPassword(
                uid: uid, sid: Sample.id(number), passwordHash: "former \(number)", changedAt: now)
            try await pool.run(KeepFormerPassword(former))
            #expect(try await pool.run(FindFormerPassword(of: uid)) == [former])
        }
        try await pool.run(DeleteFormerPasswords(changedBefore: now))
        #expect(try await pool.run(FindFormerPassword(of: uid)).count == 1)
        try await pool.run(DeleteFormerPasswords(changedBefore: now.adding(seconds: 1)))
        #expect(try await pool.run(FindFormerPassword(of: uid)) == [])
        try await pool.run(DeleteFormerPassword(of: uid))
        var session = SessionRecord(
            uid: uid, sid: Sample.id(901), tokenHash: [UInt8](repeating: 8, count: 32), createdAt: now,
            expiresAt: now.adding(seconds: 10))
        try await pool.run(InsertSessions([session]))
        session.tokenHash = [UInt8](repeating: 7, count: 32)
        try await pool.run(ReplaceSessionToken(session))
        session.rotatedAt = now
        (session.generation, session.seenGeneration) = (1, 1)
        session.previousTokenHash = [UInt8](repeating: 8, count: 32)
        #expect(try await pool.run(FindSession(uid: uid, sid: session.sid)) == [session])
        try await pool.run(DeleteSession(uid: uid, sid: session.sid))
    }

    private func checkResets(_ pool: PostgresPool) async throws {
        let (uid, long) = (Sample.uid(2), Timestamp(microsecondsSince1970: 1_000_000))
        let reset = PendingReset(
            email: EmailAddress("2@example.com")!, passwordHash: "new", language: "pt-BR", askedAt: long,
            dueAt: long.adding(seconds: 5))
        try await pool.run(KeepPendingReset(reset, of: uid))
        #expect(try await pool.run(FindRecovery(of: uid)).first?.pending == reset)
        let due = try await pool.run(FindDueResets(limit: 9))
        #expect(due.map(\.uid) == [uid] && due.first?.recoveredAt == nil)
        try await pool.run(KeepRecovery(of: uid, at: Sample.now))
        #expect(try await pool.run(FindRecovery(of: uid)).first?.pending == reset)
        try await pool.run(EndPendingReset(of: uid))
        let kept = try await pool.run(FindRecovery(of: uid)).first
        #expect(kept?.recoveredAt == Sample.now && kept?.pending == nil)
        #expect(try await pool.run(FindDueResets(limit: 9)).isEmpty)
        try await pool.run(DeleteRecovery(of: uid))
        #expect(try await pool.run(FindRecovery(of: uid)).isEmpty)
    }
}
