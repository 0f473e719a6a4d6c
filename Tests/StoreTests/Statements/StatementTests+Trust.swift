import Postgres
import Referrals
import Store
import Testing
import Values

extension StatementTests {
    func checkTrust(_ pool: PostgresPool) async throws {
        #expect(try await pool.run(FindTrust()) == [StoredTrust(version: 1, terms: .standard)])
        let terms = TrustTerms(
            referrals: [.code: .hold, .unproven: .deny], userEvents: .deny,
            checks: [TrustCheck(.sameNetwork, .hold, [5, 24]), TrustCheck(.ring, .deny)])
        let stored = StoredTrust(version: 2, terms: terms)
        try await pool.run(InsertTrust(stored, at: Sample.now, by: "a test"))
        let made: [Int64] = try await pool.run(InsertProgramme([]))
        #expect(try await pool.run(FindTrust(of: made.first)) == [stored])
        try await checkReceipts(pool)
        try await checkFingerprints(pool)
        try await checkModeration(pool)
        try await checkReviews(pool)
    }

    private func checkReceipts(_ pool: PostgresPool) async throws {
        let receipts = [8_001, 8_002].map { number in
            UsedReceipt(
                id: Sample.id(number), uid: Sample.uid(10),
                expiresAt: Sample.now.adding(seconds: number == 8_001 ? -1 : 60))
        }
        try await pool.run(InsertUsedReceipts(receipts))
        #expect(
            try await pool.run(FindUsedReceipts([Sample.id(8_001), Sample.id(8_003)])) == [receipts[0]])
        try await pool.run(DeleteExpiredReceipts(at: Sample.now))
        #expect(try await pool.run(FindUsedReceipts(receipts.map(\.id))) == [receipts[1]])
    }

    /// Users 21 and 22, whom 20 brought: all on one device, in one network, of one mailbox.
    private func checkFingerprints(_ pool: PostgresPool) async throws {
        let anne = Sample.uid(8_020)
        let users = [Sample.uid(8_021), Sample.uid(8_022)]
        let fingerprints = users.map { uid in
            SignUpFingerprints(uid: uid, referee: uid, device: 1, network: 2, mailbox: 3, cameAt: Sample.now)
        }
        let own = SignUpFingerprints(uid: anne, referee: anne, device: 1, mailbox: 4, cameAt: Sample.now)
        try await pool.run(KeepFingerprints(fingerprints + fingerprints.map { $0.with(anne) } + [own]))
        let more = SignUpFingerprints(uid: anne, referee: anne, mailbox: 3, cameAt: Sample.now)
        try await pool.run(KeepFingerprints([more]))
        #expect(try await pool.run(FindFingerprints(of: users)).count == 2)
        let kept: [SignUpFingerprints] = try await pool.run(FindFingerprints(of: [anne]))
        #expect(kept.map(\.device) == [1] && kept.map(\.mailbox) == [3])
        let terms = TrustTerms(checks: [
            TrustCheck(.sameDevice, .hold, [9]), TrustCheck(.sameNetwork, .hold, [9, 1]),
            TrustCheck(.burst, .hold, [9, 1]), TrustCheck(.sameMailbox, .hold),
        ])
        var evidence = TrustEvidence()
        (evidence.isReferrersDevice, evidence.isReferrersMailbox) = (true, true)
        (evidence.refereesOnDevice, evidence.refereesOfMailbox) = (1, 1)
        (evidence.signUpsFromNetwork, evidence.referredTogether) = (2, 2)
        let found = try await pool.run(FindEvidence(of: users[0], referredBy: anne, for: terms))
        #expect(found.map(\.evidence) == [evidence] && found.map(\.device) == [1])
        let off = try await pool.run(FindEvidence(of: users[0], referredBy: anne, for: .standard))
        #expect(off.map(\.evidence.refereesOnDevice) == [0] && off.map(\.evidence.referredTogether) == [0])
        #expect(try await pool.run(FindEvidence(of: anne, referredBy: users[0], for: terms)).isEmpty)
        let chain: [FindChain.Row] = try await pool.run(
            FindChain(from: [Sample.uid(10), Sample.uid(9_999)], stepsMax: 8))
        #expect(chain.map(\.uid) == [Sample.uid(10)] && chain.map(\.device) == [nil])
        try await pool.run(ForgetNetworks(before: Sample.now.adding(seconds: 1)))
        #expect(try await pool.run(FindFingerprints(of: users)).allSatisfy { $0.network == nil })
        try await pool.run(
            KeepFingerprints([SignUpFingerprints(uid: anne, referee: Sample.uid(8_023), cameAt: Sample.now)]))
        try await pool.run(DeleteExpiredFingerprints(before: Sample.now.adding(seconds: 1)))
        #expect(try await pool.run(FindFingerprints(of: users)).count == 2)
        // The mailbox stays for a while, from the first erasure on.
        for now in [Sample.now, Sample.now.adding(seconds: 60)] {
            try await pool.run(
                EraseFingerprints(of: users[0], referredBy: anne, keepingMailboxFrom: now))
        }
        let erased = try await pool.run(FindRefereeFingerprints(by: anne)).first { $0.referee == users[0] }
        #expect(erased?.mailbox == 3 && erased?.device == nil && erased?.erasedAt == Sample.now)
        try await pool.run(ForgetErasedMailboxes(before: Sample.now))
        #expect(
            try await pool.run(FindRefereeFingerprints(by: anne)).contains { $0.erasedAt == Sample.now })
        try await pool.run(ForgetErasedMailboxes(before: Sample.now.adding(seconds: 1)))
        #expect(try await pool.run(FindRefereeFingerprints(by: anne)).allSatisfy { $0.erasedAt == nil })
        try await pool.run(
            EraseFingerprints(of: users[0], referredBy: anne, keepingMailboxFrom: nil),
            DeleteFingerprints(of: users[0], with: users[0]))
        #expect(try await pool.run(FindFingerprints(of: users)).map(\.uid) == [users[1]])
        let left = try await pool.run(FindEvidence(of: users[0], referredBy: anne, for: terms))
        #expect(left.map(\.device) == [nil] && left.map(\.evidence.refereesOfMailbox) == [0])
        #expect(left.map(\.evidence.referredTogether) == [2])
        try await pool.run(DeleteFingerprints(of: users[0], with: anne))
        #expect(try await pool.run(FindEvidence(of: users[0], referredBy: anne, for: terms)).isEmpty)
    }

    private func checkModeration(_ pool: PostgresPool) async throws {
        let uid = Sample.uid(8_030)
        func listed() async throws -> [ModerationStatus] {
            try await pool.run(ListModeratedUsers()).map(\.status)
        }
        for status in [ModerationStatus.watched, .blocked] {
            try await pool.run(
                SetModerationStatus(status, of: uid, because: "why", at: Sample.now, by: "a test"))
            #expect(try await listed() == [status])
            #expect(try await pool.run(LockModerationStatus(of: uid)).map(\.status) == [status])
            #expect(try await pool.run(ListUsersOfStatus(status, before: nil, limit: 9)) == [uid])
            #expect(try await pool.run(ListUsersOfStatus(status, before: uid, limit: 9)) == [])
        }
        try await pool.run(EraseModerationReason(of: uid))
        #expect(try await pool.run(LockModerationStatus(of: uid)).map(\.reason) == ["erased"])
        _ = try await pool.run(NotifyModerationChanged(.good, of: uid))
        try await pool.run(DeleteModerationStatus(of: uid))
        #expect(try await listed() == [])
    }

    private func checkReviews(_ pool: PostgresPool) async throws {
        let codes = TrustCodes(names: ["burst"[...], "ring"[...]])
        let rewards = [8_041, 8_042].map { number in
            Reward(
                id: Sample.id(number), rule: "reviewed", beneficiary: Sample.uid(33), role: .referee,
                subject: Sample.uid(33), currency: Currency(number == 8_041 ? "gold" : "gems")!, amount: 1,
                status: .held, reason: "why", grantedAt: Sample.now,
                releaseAt: number == 8_041 ? nil : Sample.now, codes: number == 8_041 ? codes : [])
        }
        try await pool.run(InsertRewards(rewards))
        let ids = rewards.map(\.id)
        let ring = try await pool.run(ListReviews(after: nil, rule: "reviewed", code: "ring", limit: 9))
        #expect(ring == [ids[0]])
        #expect(
            try await pool.run(ListReviews(after: nil, rule: "reviewed", code: "watched", limit: 9)) == [])
        try await pool.run(HoldDueRewards([(rewards[1], [7])], because: .watched))
        #expect(try await pool.run(ListReviews(after: nil, rule: "reviewed", code: nil, limit: 9)) == ids)
        let waiting: [Reward] = try await pool.run(FindRewardsByID(ids)).sorted { $0.id < $1.id }
        #expect(waiting.map(\.codes) == [codes, .watched] && waiting.allSatisfy { $0.releaseAt == nil })
        let next = try await pool.run(ListReviews(after: ids[0], rule: nil, code: "watched", limit: 9))
        #expect(next == [ids[1]])
        let counts: [CountReviews.Row] = try await pool.run(CountReviews(max: 1_000))
        #expect(counts.filter { $0.rule == "reviewed" }.map(\.count).reduce(0, +) == 2)
        let found: [Reward] = try await pool.run(FindRewardsByID([ids[0], Sample.id(9_999)]))
        #expect(found == [rewards[0]])
    }
}
