import Postgres
import Referrals
import Store
import TestSupport
import Testing
import Values

extension StatementTests {
    /// Users 1 to 1,000: some referred, some rejected, most neither.
    func checkUsers(_ pool: PostgresPool) async throws {
        var users = (1...1_000).map { Sample.user($0) }
        users[1].referral = Referral(referredBy: Sample.uid(1), matchConfidence: .default)
        users[2].referral = Referral(
            matchConfidence: .weak, rejection: .unknownReferrer, rejectedName: "no 'such' \"claim\", {é}\\")
        try await pool.run(InsertUsers(users), InsertReferralCodes(users))
        let found = try await pool.run(FindUsersByID(users.map(\.uid) + [Sample.uid(5_000)]))
        #expect(found.sorted { $0.uid < $1.uid } == users)
        let codes = try await pool.run(FindReferralCodes([Sample.code(7), Sample.code(5_000)]))
        #expect(codes.map(\.code) == [Sample.code(7)] && codes.map(\.uid) == [Sample.uid(7)])
        #expect(try await pool.run(LockUsers([Sample.uid(3), Sample.uid(1)])) == [users[0], users[2]])
        #expect(try await pool.run(FindShards()).count == (TestEngine.isCitus ? TestEngine.shards : 0))
        try await checkSignUp(pool)
        try await checkSignUpKeys(pool)
        try await checkInstallKeys(pool)
        try await checkExternalIDs(pool)
        try await checkFacts(pool)
    }

    private func checkSignUp(_ pool: PostgresPool) async throws {
        var user = Sample.user(3)
        user.referral = Referral(referredBy: Sample.uid(2), matchConfidence: .weak)
        user.email = EmailAddress("three@example.com")
        user.signedUpAt = Sample.now.adding(seconds: 1)
        user.lastSignInAt = user.signedUpAt
        user.memory = ["signup": .paid, "level-5": .denied]
        try await pool.run(UpdateReferrals([user]), UpdateSignUps([user]), RememberRules([user]))
        #expect(try await pool.run(FindUsersByID([user.uid])) == [user])
        user.progress = Progress(
            level: 3, highestLevel: 5, milestones: ["met", "won"], counters: [Counter("gold")!: 7])
        user.memory["level-5"] = .paid
        var idle = Sample.user(1)
        idle.progress = Progress()
        try await pool.run(SetProgress([user, idle]))
        let written: [User] = try await pool.run(FindUsersByID([user.uid, idle.uid]))
        #expect(written.sorted { $0.uid < $1.uid } == [idle, user])
        user.progress = Progress()
        try await pool.run(SetProgress([user]))
        user.lastSignInAt = Sample.now.adding(seconds: 2)
        #expect(try await pool.run(StampSignIn(user.uid, at: Sample.now.adding(seconds: 2))) == [user])
        #expect(try await pool.run(StampSignIn(Sample.uid(5_000), at: Sample.now)) == [])
    }

    private func checkSignUpKeys(_ pool: PostgresPool) async throws {
        let keys = (0..<3).map { number in
            SignUpKey(
                hash: [UInt8](repeating: UInt8(number * 127), count: 32), uid: Sample.uid(number + 1),
                createdAt: Sample.now.adding(seconds: Int64(number)))
        }
        try await pool.run(InsertSignUpKeys(keys))
        #expect(try await pool.run(FindSignUpKeys(keys.map(\.hash))).sorted { $0.uid < $1.uid } == keys)
        // Only while it stands for the same user.
        let other = SignUpKey(hash: keys[1].hash, uid: Sample.uid(9), createdAt: Sample.now)
        try await pool.run(DeleteSignUpKeys([keys[0], other]))
        try await pool.run(DeleteSignUpKeysOfUser(of: keys[1].uid))
        #expect(try await pool.run(FindSignUpKeys(keys.map(\.hash))) == [keys[2]])
    }

    private func checkInstallKeys(_ pool: PostgresPool) async throws {
        let keys = (0..<3).map { number in
            InstallKeyRecord(
                thumbprint: [UInt8](repeating: UInt8(number * 127), count: 32), uid: Sample.uid(number + 1),
                createdAt: Sample.now.adding(seconds: Int64(number)))
        }
        let find = FindInstallKeys(keys.map(\.thumbprint))
        try await pool.run(InsertInstallKeys(keys))
        #expect(try await pool.run(find).sorted { $0.uid < $1.uid } == keys)
        let other = InstallKeyRecord(
            thumbprint: keys[1].thumbprint, uid: Sample.uid(9), createdAt: Sample.now)
        try await pool.run(DeleteInstallKeys([keys[0], other]))
        try await pool.run(DeleteInstallKeysOfUser(of: keys[1].uid))
        #expect(try await pool.run(find) == [keys[2]])

        let (first, second) = (Sample.uid(1), Sample.uid(2))
        try await pool.run(InsertKeysOfInstalls([(second, [2]), (first, [1])]))
        // The first key stays.
        try await pool.run(InsertKeysOfInstalls([(first, [3])]), DeleteKeyOfInstall(of: second))
        let found = try await pool.run(FindKeysOfInstalls(of: [first, second]))
        #expect(found.map(\.uid) == [first])
        #expect(found.map(\.publicKey) == [[1]])
        try await pool.run(BindSessions(of: first, to: [1]))
    }

    /// A user more than other checks know of.
    func checkAccounts(_ pool: PostgresPool) async throws {
        var user = Sample.user(2_001)
        user.externalID = ExternalID("imported")
        user.email = EmailAddress("imported@example.com")
        user.signedUpAt = Sample.now
        user.lastSignInAt = Sample.now.adding(seconds: 1)
        try await pool.run(InsertAccounts([user], verified: [user.uid]))
        user.isEmailVerified = true
        #expect(try await pool.run(FindUsersByID([user.uid])) == [user])
        #expect(try await pool.run(ListPasswordSchemes()) == [])
        try await pool.run(InsertPasswordSchemes(["bcrypt:10", "a"]))
        try await pool.run(InsertPasswordSchemes(["a"]))
        #expect(try await pool.run(ListPasswordSchemes()).sorted() == ["a", "bcrypt:10"])
    }

    private func checkExternalIDs(_ pool: PostgresPool) async throws {
        let (id, other, free) = (ExternalID("Ö/'7")!, ExternalID("O\u{308}/'7")!, ExternalID("free")!)
        let (seven, eight) = (Sample.uid(7), Sample.uid(8))
        #expect(try await pool.run(InsertExternalIDs([id: seven, other: eight])) == [other, id])
        #expect(try await pool.run(InsertExternalIDs([id: eight])) == [])
        let found = try await pool.run(FindExternalIDs([id, other, free]))
        #expect(Dictionary(uniqueKeysWithValues: found.map { ($0.id, $0.uid) }) == [id: seven, other: eight])
        var user = Sample.user(7)
        try await pool.run(SetExternalID(id, of: seven))
        user.externalID = id
        #expect(try await pool.run(FindUsersByID([seven])) == [user])
        try await pool.run(
            SetExternalID(nil, of: seven), DeleteExternalID(id, of: eight),
            DeleteExternalID(other, of: eight),
            NotifyExternalIDChanged(other))
        #expect(try await pool.run(FindExternalIDs([id, other])).map(\.uid) == [seven])
        #expect(try await pool.run(FindUsersByID([seven])) == [Sample.user(7)])
    }

    private func checkFacts(_ pool: PostgresPool) async throws {
        let (a, b, c) = (Milestone("a"), Milestone("b"), Milestone("c"))
        let sums = [
            Sample.uid(5): Progress(level: 3, highestLevel: 6, milestones: [b, a]),
            Sample.uid(4): Progress(milestones: [c]), Sample.uid(5_000): Progress(level: 1, highestLevel: 1),
        ]
        // Users come back as they were before.
        let before: [User] = try await pool.run(ApplyFacts(sums))
        #expect(before.sorted { $0.uid < $1.uid } == [Sample.user(4), Sample.user(5)])
        var five = Sample.user(5)
        five.progress = Progress(level: 3, highestLevel: 6, milestones: [b, a])
        #expect(try await pool.run(FindUsersByID([five.uid])) == [five])
        let more = Progress(level: 2, highestLevel: 4, milestones: [a, c])
        #expect(try await pool.run(ApplyFacts([five.uid: more])) == [five])
        five.progress = Progress(level: 2, highestLevel: 6, milestones: [b, a, c])
        #expect(try await pool.run(FindUsersByID([five.uid])) == [five])
        for level: Int32 in [3, 2] {
            let sum = Progress(level: level, highestLevel: level)
            #expect(try await pool.run(ApplyLevels(sum, to: five.uid)) == [five])
            five.progress = Progress(level: level, highestLevel: 6, milestones: [b, a, c])
            #expect(try await pool.run(FindUsersByID([five.uid])) == [five])
        }
        five.progress = Progress(
            level: 2, highestLevel: 6, milestones: [b, a, c],
            counters: [Counter("races_won")!: 1_000_000_000_000_000, Counter("b_2")!: 1])
        try await pool.run(SetCounters([five]))
        #expect(try await pool.run(LockUsers([five.uid])) == [five])
        #expect(try await pool.run(ApplyFacts([five.uid: Progress()])) == [five])
    }
}
