import FoundationEssentials
import Links
import Postgres
import Referrals
import Store
import TestSupport
import Testing
import Values

extension StatementTests {
    /// User 4,001 becomes 4,002, and brings 4,003.
    func checkMerging(_ pool: PostgresPool) async throws {
        let (player, account) = (Sample.user(4_001), Sample.user(4_002))
        let friend = Sample.user(4_003, Referral(referredBy: player.uid))
        try await pool.run(InsertUsers([player, account, friend]), InsertReferralCodes([player, account]))
        try await checkMerges(player, account, pool)
        try await checkReferees(player, account, friend, pool)
        try await checkFolding(player, account, pool)
        try await checkGrantCounts(player, account, friend, pool)
        try await checkRefereeFingerprints(player, friend, pool)
        let moved: [SumTransfers.Row] = try await pool.run(SumTransfers(from: player.uid))
        #expect(moved.isEmpty)
        let unmatched: [Int64] = try await pool.run(CountUnmatchedTransfers())
        #expect(unmatched == [0])
    }

    private func checkMerges(_ player: User, _ account: User, _ pool: PostgresPool) async throws {
        // Not so long ago by PostgreSQL's own clock.
        let lately = Timestamp(microsecondsSince1970: Int64(Date().timeIntervalSince1970 * 1e6))
        let merge = MergeRecord(player: player.uid, account: account.uid, players: 1, mergedAt: lately)
        let old = MergeRecord(
            player: Sample.uid(4_004), account: account.uid, players: 0, mergedAt: Sample.now)
        try await pool.run(
            InsertMerge(merge, dueAt: lately), InsertMerge(old, dueAt: lately.adding(seconds: 9_000)),
            InsertMergedUser(player, into: account.uid))
        for _ in 0..<2 { try await pool.run(AddFormerUser(player.uid, to: account.uid)) }
        #expect(try await pool.run(FindUsersByID([account.uid])).map(\.former) == [[player.uid]])
        #expect(
            try await pool.run(FindMerges(of: [player.uid, old.player, account.uid]))
                .sorted { $0.player < $1.player } == [merge, old])
        #expect(try await pool.run(FindFreshMerge(of: player.uid)) == [merge])
        #expect(try await pool.run(FindFreshMerge(of: old.player)) == [])
        let merged = try await pool.run(FindMergedUsers(of: account.uid))
        #expect(merged.map(\.uid) == [player.uid] && merged.map(\.code) == [player.referralCode])
        try await pool.run(ForgetMergedCodes(of: account.uid))
        #expect(try await pool.run(FindMergedUsers(of: account.uid)).map(\.code) == [nil])
        let players = try await pool.run(FindPlayersMerged(into: [account.uid, player.uid]))
        #expect(players.map(\.account) == [account.uid] && players.map(\.player) == [player.uid])
        #expect(try await pool.run(FindMergesToCarryOver(limit: 9)) == [merge, old])
        try await pool.run(SetEarningsCarriedOver([player.uid]))
        #expect(try await pool.run(FindMergesToCarryOver(limit: 9)) == [old])
        let due = try #require(try await pool.run(FindDueMerges(limit: 9)).first)
        #expect(due.merge == merge && due.dueAt == lately)
        try await pool.run(WakeMerges(of: [player.uid], at: lately.adding(seconds: -1)))
        // Something came in since.
        try await pool.run(RescheduleMerge(due, next: nil))
        let again = try #require(try await pool.run(FindDueMerges(limit: 9)).first)
        #expect(again.dueAt == lately.adding(seconds: -1))
        try await pool.run(RescheduleMerge(again, next: nil))
        #expect(try await pool.run(FindDueMerges(limit: 9)).isEmpty)
    }

    private func checkReferees(
        _ player: User, _ account: User, _ friend: User, _ pool: PostgresPool
    ) async throws {
        #expect(try await pool.run(FindRefereeIDs(of: player.uid)) == [friend.uid])
        try await pool.run(MoveReferees([friend.uid], from: account.uid, to: Sample.uid(1)))
        #expect(try await pool.run(FindRefereeIDs(of: player.uid)) == [friend.uid])
        try await pool.run(MoveReferees([friend.uid, player.uid], from: player.uid, to: account.uid))
        #expect(try await pool.run(FindRefereeIDs(of: player.uid)) == [])
        #expect(try await pool.run(FindRefereeIDs(of: account.uid)) == [friend.uid])
    }

    private func checkFolding(_ player: User, _ account: User, _ pool: PostgresPool) async throws {
        var folded = account
        folded.former = [player.uid]
        folded.progress = Progress(
            level: 2, highestLevel: 6, milestones: ["ship", "port"], counters: [Counter("races")!: 3])
        folded.referral = Referral(referredBy: Sample.uid(9), matchConfidence: .weak, proof: .code)
        try await pool.run(SetMergedFacts(folded))
        #expect(try await pool.run(FindUsersByID([account.uid])) == [folded])
        folded.progress = Progress()
        folded.referral = Referral(rejection: .ring, rejectedName: "\(player.uid)")
        try await pool.run(SetMergedFacts(folded), MarkMerged(player.uid))
        #expect(try await pool.run(FindUsersByID([account.uid])) == [folded])
        #expect(try await pool.run(FindUsersByID([player.uid])).map(\.isMerged) == [true])
        let link = LinkCode("summer")
        try await pool.run(SetReferralLink(link, of: account.uid))
        #expect(try await pool.run(FindReferralLink(of: account.uid)) == [link])
        // Nothing happens to it any more.
        #expect(try await pool.run(ApplyFacts([player.uid: Progress(level: 1, highestLevel: 1)])) == [])
        #expect(try await pool.run(ApplyLevels(Progress(level: 1, highestLevel: 1), to: player.uid)) == [])
        try await checkMovedLinks(of: player.uid, account.uid, pool)
    }

    private func checkMovedLinks(
        of player: UserID, _ account: UserID, _ pool: PostgresPool
    ) async throws {
        #expect(try await pool.run(FindLinkCodes(of: player)) == [])
        let prefix = try #require(LinkPrefix("https://go.example.com"))
        let links = try ["moved-1", "moved-2"].map { code in
            Link(
                code: try #require(LinkCode(code)),
                spec: LinkSpec(link: try WebURL("https://example.com/a"), prefix: prefix), owner: player,
                createdAt: Sample.now)
        }
        let codes = try await pool.run(InsertLinks(links)).sorted()
        #expect(try await pool.run(FindLinkCodes(of: player)).sorted() == codes)
        // As far as they are the player's.
        try await pool.run(MoveLinks([codes[0]], from: player, to: account))
        try await pool.run(MoveLinks([codes[1]], from: account, to: account))
        #expect(try await pool.run(FindLinkCodes(of: account)) == [codes[0]])
        #expect(try await pool.run(FindLinkCodes(of: player)) == [codes[1]])
    }

    private func checkGrantCounts(
        _ player: User, _ account: User, _ friend: User, _ pool: PostgresPool
    ) async throws {
        let rewards = [7_001, 7_002].map { number in
            Reward(
                id: Sample.id(number), rule: "carried", beneficiary: player.uid, role: .referrer,
                subject: number == 7_001 ? friend.uid : account.uid, currency: .piecesOfEight, amount: 1,
                status: .held, reason: "why", grantedAt: Sample.now)
        }
        try await pool.run(InsertRewards(rewards))
        let given = try await pool.run(
            CountGivenTo(player.uid, recentSince: Sample.now.adding(seconds: -1)))
        #expect(given.map(\.given.count) == [2] && given[0].given.recent == [Sample.now, Sample.now])
        for _ in 0..<2 { try await pool.run(CarryOverGrantCounts(given, to: account.uid)) }
        let key = GrantLimits.Key(beneficiary: account.uid, budgetKey: given[0].budgetKey)
        let kept = try await pool.run(LockGrantCounts([key]))
        #expect(kept.map(\.given.count) == [4] && kept[0].given.recent.count == 4)
        // Counted anew, those of the player are still there.
        let counted = try await pool.run(CountGiven([key: 3], recentSince: Sample.now))
        #expect(counted.map(\.given.count) == [4])
        let locking = LockHeldRewards(of: [player.uid], for: [account.uid])
        let held = try await pool.run(locking)
        #expect(held.map(\.reward) == [rewards[1]] && held[0].mac == nil)
        try await pool.runAll(UpdateHeldReward.voiding(held.map(\.reward)))
        let live = FindLiveRewards(of: [account.uid, player.uid], by: ["carried"])
        #expect(try await pool.run(live) == [rewards[0]])
        let marked = rewards[0].marked(.mergeLimit)
        try await pool.run(SetRewardCodes(marked))
        #expect(try await pool.run(live) == [marked])
        #expect(try await pool.run(locking).isEmpty)
    }

    private func checkRefereeFingerprints(_ player: User, _ friend: User, _ pool: PostgresPool) async throws {
        let fingerprints = [player, friend].map {
            SignUpFingerprints(uid: player.uid, referee: $0.uid, device: 7, cameAt: Sample.now)
        }
        try await pool.run(KeepFingerprints(fingerprints))
        #expect(try await pool.run(FindRefereeFingerprints(by: player.uid)) == [fingerprints[1]])
        try await pool.run(DeleteRefereeFingerprints(by: player.uid))
        #expect(try await pool.run(FindRefereeFingerprints(by: player.uid)) == [])
        #expect(try await pool.run(FindFingerprints(of: [player.uid])) == [fingerprints[0]])
    }
}
