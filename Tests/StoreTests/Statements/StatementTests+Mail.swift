import Postgres
import Referrals
import Store
import Testing
import Values

extension StatementTests {
    func checkMails(_ pool: PostgresPool) async throws {
        let (now, email) = (Sample.now, EmailAddress("five@example.com")!)
        func mail(_ number: Int, _ content: MailRecord.Content, token: [UInt8]?) -> MailRecord {
            MailRecord(
                uid: Sample.uid(number), id: Sample.id(number), content: content, recipient: email,
                language: "pt-BR", token: token, createdAt: now.adding(seconds: Int64(number)),
                expiresAt: now.adding(seconds: 3_600))
        }
        let mails = [mail(1, .mail(.reset), token: [1, 2, 3]), mail(2, .asked(.reset), token: nil)]
        for mail in mails { try await pool.run(InsertMail(mail)) }
        // Again changes nothing.
        try await pool.run(InsertMail(mails[0]))
        #expect(try await pool.run(FindDueMails(at: now, limit: 9)) == [])
        #expect(try await pool.run(FindDueMails(at: now.adding(seconds: 1), limit: 9)) == [mails[0]])
        #expect(try await pool.run(FindDueMails(at: now.adding(seconds: 2), limit: 9)) == mails)
        #expect(try await pool.run(FindDueMails(at: now.adding(seconds: 2), limit: 1)) == [mails[0]])
        let taken: [Int64] = try await pool.run(TakeMail(mails[0], until: now.adding(seconds: 32)))
        #expect(taken == [1])
        // Somebody else has it.
        let late: [Int64] = try await pool.run(TakeMail(mails[0], until: now.adding(seconds: 32)))
        #expect(late == [])
        #expect(try await pool.run(FindDueMails(at: now.adding(seconds: 31), limit: 9)) == [mails[1]])
        try await pool.run(PostponeMail(mails[0], until: now.adding(seconds: 62)))
        #expect(try await pool.run(FindDueMails(at: now.adding(seconds: 61), limit: 9)) == [mails[1]])
        let due = try await pool.run(FindDueMails(at: now.adding(seconds: 62), limit: 9))
        #expect(due.map(\.id) == [mails[1].id, mails[0].id])
        #expect(due.first?.attempts == 0 && due.last?.attempts == 1)
        try await pool.run(DeleteMail(mails[0]))
        try await pool.run(DeleteMails(of: mails[1].uid))
        #expect(try await pool.run(FindDueMails(at: now.adding(seconds: 99), limit: 9)) == [])
        try await checkMailRequests(pool, email)
        try await checkMailTokens(pool, email)
        try await checkEmails(pool)
    }

    private func checkMailRequests(_ pool: PostgresPool, _ email: EmailAddress) async throws {
        let (now, uid) = (Sample.now, Sample.uid(4))
        let asked = (1...2).map { number in
            MailRecord(
                uid: uid, id: Sample.id(number), content: .asked(number == 1 ? .reset : .deletion),
                recipient: email, language: "de", token: nil, createdAt: now,
                expiresAt: now.adding(seconds: Int64(3_600 * number)))
        }
        try await pool.run(InsertMailRequests(asked, under: uid))
        // Again changes nothing.
        try await pool.run(InsertMailRequests(asked, under: uid))
        #expect(Set(try await pool.run(FindDueMails(at: now, limit: 9)).map(\.id)) == Set(asked.map(\.id)))
        #expect(
            try await pool.run(FindDueMails(at: now, limit: 9)).first { $0.id == asked[1].id } == asked[1])
        #expect(try await pool.run(TakeMailRequests([asked[0]])) == [asked[0].id])
        // Somebody else has it.
        #expect(try await pool.run(TakeMailRequests(asked)) == [asked[1].id])
        #expect(try await pool.run(FindDueMails(at: now, limit: 9)) == [])
    }

    private func checkMailTokens(_ pool: PostgresPool, _ email: EmailAddress) async throws {
        let (now, uid) = (Sample.now, Sample.uid(1))
        func token(_ number: Int, _ purpose: MailPurpose) -> MailTokenRecord {
            MailTokenRecord(
                uid: uid, hash: [UInt8](repeating: UInt8(number), count: 32), purpose: purpose, email: email,
                createdAt: now, expiresAt: now.adding(seconds: Int64(number)))
        }
        let tokens = [token(1, .reset), token(2, .undo), token(3, .verification)]
        for token in tokens { try await pool.run(InsertMailToken(token)) }
        #expect(try await pool.run(FindMailToken(of: uid, tokens[0].hash, at: now)) == [tokens[0]])
        #expect(try await pool.run(FindMailToken(of: Sample.uid(2), tokens[0].hash, at: now)) == [])
        #expect(try await pool.run(FindMailToken(of: uid, tokens[0].hash, at: tokens[0].expiresAt)) == [])
        #expect(try await pool.run(TakeMailToken(of: uid, tokens[1].hash, for: [.reset], at: now)) == [])
        let taken = try await pool.run(TakeMailToken(of: uid, tokens[1].hash, for: [.reset, .undo], at: now))
        #expect(taken == [tokens[1]])
        #expect(try await pool.run(TakeMailToken(of: uid, tokens[1].hash, for: [.undo], at: now)) == [])
        try await pool.run(DeleteMailTokens(of: uid, for: [.verification, .change]))
        #expect(try await pool.run(FindMailToken(of: uid, tokens[2].hash, at: now)) == [])
        try await pool.run(DeleteExpiredMailTokens(at: now.adding(seconds: 2)))
        #expect(try await pool.run(FindMailToken(of: uid, tokens[0].hash, at: now)) == [])
    }

    /// Of the users and the credential that others have left.
    private func checkEmails(_ pool: PostgresPool) async throws {
        let (uid, email) = (Sample.uid(3), EmailAddress("three@example.com")!)
        let credential = CredentialRecord(
            email: email, uid: uid, passwordHash: "$argon2id$v=19$m=1,t=2,p=1$y", createdAt: Sample.now)
        try await pool.run(InsertCredentials([credential]))
        #expect(try await pool.run(SetPasswordHash(of: Sample.uid(2), email, to: "other")) == [])
        #expect(try await pool.run(SetPasswordHash(of: uid, email, to: "new")) == [uid])
        #expect(try await pool.run(DeleteCredential(email, of: Sample.uid(2))) == [])
        #expect(try await pool.run(DeleteCredential(email, of: uid)).map(\.passwordHash) == ["new"])
        let other = EmailAddress("3@example.org")!
        try await pool.run(SetEmail(other, of: uid, verifiedAt: Sample.now))
        let user = try await pool.run(FindUsersByID([uid])).first
        #expect(user?.email == other && user?.isEmailVerified == true)
        let session = SessionRecord(
            uid: uid, sid: Sample.id(900), tokenHash: [UInt8](repeating: 9, count: 32), createdAt: Sample.now,
            expiresAt: Sample.now.adding(seconds: 10))
        try await pool.run(InsertSessions([session]))
        #expect(try await pool.run(ListSessions(of: uid, at: Sample.now)) == [session])
        #expect(try await pool.run(ListSessions(of: uid, at: session.expiresAt)) == [])
        try await pool.run(DeleteSession(uid: uid, sid: session.sid))
    }
}
