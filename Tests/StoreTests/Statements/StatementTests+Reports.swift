import FoundationEssentials
import Links
import Postgres
import Referrals
import Store
import TestSupport
import Testing
import Values

extension StatementTests {
    /// On what the sections before have left.
    func checkFunnel(_ pool: PostgresPool) async throws {
        let day = Int32(Sample.now.microsecondsSince1970 / 86_400_000_000)
        let span = CountedSpan(from: nil, until: nil, in: .utc)
        try await pool.run(PlanEachTime())
        #expect(try await pool.run(CountInvites(span, max: 9)).allSatisfy { $0.labels.isInvite })
        let opens = try await pool.run(CountOpens(from: nil, until: nil, in: .utc, max: 9_999))
        #expect(!opens.isEmpty && opens.allSatisfy { $0.code != nil && $0.count > 0 })
        #expect(try await pool.run(CountOpens(from: nil, until: nil, in: .utc, max: 1)).count == 1)
        let arrivals = try await pool.run(CountArrivals(span, max: 9))
        // The third user was rejected, and then named the second.
        #expect(arrivals.contains { $0.source == .claimDefault && $0.arrivals.day == day })
        #expect(arrivals.contains { $0.source == .claimWeak })
        _ = try await pool.run(CountLaterArrivals(span))
        #expect(try await pool.run(CountFriendsSignedUp(span, max: 9)).contains { $0.count > 0 })
        let subjects = try await pool.run(FindSubjects(span, max: 9_999))
        #expect(!subjects.isEmpty)
        let brought = try await pool.run(FindReferredUsers([Sample.uid(1), Sample.uid(2)]))
        #expect(brought.map(\.uid) == [Sample.uid(2)] && brought.map(\.referrer) == [Sample.uid(1)])
        #expect(try await pool.run(FindLinkLabels(of: ["nobody's"])).isEmpty as Bool)
        try await checkEarlierRewards(pool)
        try await checkPaidReferees(pool)
        try await checkSummedDays(pool, day)
    }

    private func checkEarlierRewards(_ pool: PostgresPool) async throws {
        let (uid, subject) = (Sample.uid(41), Sample.uid(42))
        let reward = Reward(
            id: Sample.id(4_100), rule: "level-5", beneficiary: uid, role: .referrer, subject: subject,
            currency: .piecesOfEight, amount: 5, status: .paid, reason: "a test", grantedAt: Sample.now)
        try await pool.run(InsertRewards([reward]))
        for (before, found) in [(Sample.now, []), (Sample.now.adding(microseconds: 1), [subject])] {
            #expect(try await pool.run(FindEarlierRewards([(uid, subject, before)])) == found)
        }
    }

    private func checkSummedDays(_ pool: PostgresPool, _ day: Int32) async throws {
        let counts = [("x", day, "", 5), ("x", day + 1, "", 7), ("y@channel", day, "sms", 1)].map {
            DayCount(measure: $0.0, day: $0.1, name: $0.2, value: $0.3)
        }
        try await pool.run(AddDayCounts(counts))
        let all = try await pool.run(SumDayCounts(["x", "y@channel"], in: day..<(day + 2), byDay: false))
        #expect(
            all.sorted { $0.measure < $1.measure } == [
                DayCount(measure: "x", day: 0, name: "", value: 12),
                DayCount(measure: "y@channel", day: 0, name: "sms", value: 1),
            ])
        let each = try await pool.run(SumDayCounts(["x"], in: day..<(day + 2), byDay: true))
        #expect(each.sorted { $0.day < $1.day } == Array(counts[0...1]))
    }

    /// Two of one referee count once, and not again for whom something was paid before.
    private func checkPaidReferees(_ pool: PostgresPool) async throws {
        let uid = Sample.uid(2)
        func reward(_ id: Int, _ subject: Int, _ rule: RuleName, _ status: Reward.Status) -> Reward {
            Reward(
                id: Sample.id(id), rule: rule, beneficiary: uid, role: .referrer,
                subject: Sample.uid(subject),
                currency: .piecesOfEight, amount: 1, status: status, reason: "a test", grantedAt: Sample.now)
        }
        let nothing = [uid: ReferralCounts()]
        let first = [
            reward(5_001, 71, "one", .paid), reward(5_002, 71, "two", .paid), reward(5_003, 72, "one", .held),
        ]
        try await pool.run(
            InsertRewards(first), AddReferralCounts(nothing, paid: first[0...1].map(PaidReferee.init)))
        let second = [reward(5_004, 71, "three", .paid), reward(5_005, 72, "three", .paid)]
        try await pool.run(
            InsertRewards(second), AddReferralCounts(nothing, paid: second.map(PaidReferee.init)))
        let kept = try await pool.run(FindReferralCounts(of: [uid]))
        #expect(kept.map(\.counts.rewarded) == [19])
    }

    func checkLeaders(_ pool: PostgresPool) async throws {
        let (one, two, gold) = (Sample.uid(51), Sample.uid(52), Currency("rank_gold")!)
        let days = [one, two].map { DailyReferralEarnings(uid: $0, currency: gold, day: 7, amount: 30) }
        for _ in 0..<2 { try await pool.run(AddDailyReferralEarnings(days)) }
        let first = try await pool.run(ListReferralEarningsOfDay(7, after: nil, "", limit: 1))
        #expect(first == [DailyReferralEarnings(uid: one, currency: gold, day: 7, amount: 60)])
        let second = try await pool.run(ListReferralEarningsOfDay(7, after: one, gold.description, limit: 9))
        #expect(second.map(\.uid) == [two])
        #expect(Set(try await pool.run(FindDailyReferralEarnings(of: [one, two])).map(\.uid)) == [one, two])
        try await pool.run(DeleteReferralEarningsOfDay(7, first))
        #expect(try await pool.run(ListReferralEarningsOfDay(7, after: nil, "", limit: 9)) == second)
        try await pool.run(DeleteDailyReferralEarnings(of: [two]))
        #expect(try await pool.run(FindDailyReferralEarnings(of: [one, two])) == [])
        try await checkSums(pool, one, two, gold)
        try await checkReferralEarnings(pool)
        let progress = try await pool.run(FindReferralEarningsProgress())
        #expect(progress == [ReferralEarningsProgress()])
        var next = ReferralEarningsProgress(countedUntil: Sample.now, day: 7)
        (next.leaving, next.leftUID, next.leftCurrency) = (30, one, "gold")
        try await pool.run(SetReferralEarningsProgress(next))
        #expect(try await pool.run(LockReferralEarningsProgress()) == [next])
    }

    private func checkSums(
        _ pool: PostgresPool, _ one: UserID, _ two: UserID, _ gold: Currency
    ) async throws {
        let sums = [(one, 50), (two, 70)].map { uid, amount in
            ReferralEarningsSum(ReferralEarningsSum.Key(uid: uid, currency: gold, days: 7), amount: amount)
        }
        for _ in 0..<2 { try await pool.run(SetReferralEarningsSums(sums)) }
        let found: [ReferralEarningsSum] = try await pool.run(FindReferralEarningsSums(of: [one, two]))
        #expect(Set(found) == Set(sums))
        try await pool.run(
            SetUserProfile(UserProfile(fullName: "Two", isPublic: true), of: two),
            SetUserProfile(UserProfile(fullName: "One"), of: one))
        let leaders = try await pool.run(ListLeaders(gold, days: 7, hiding: [], limit: 9))
        #expect(leaders == [Leader(uid: two, amount: 70, name: "Two"), Leader(uid: one, amount: 50)])
        #expect(try await pool.run(ListLeaders(gold, days: 7, hiding: [two], limit: 9)).map(\.uid) == [one])
        let counted: [(ClosedRange<Int64>, Int64)] = [(50...69, 0), (50...70, 1), (0...70, 2), (70...99, 0)]
        for (amounts, count) in counted {
            let found: [Int64] = try await pool.run(CountLeaders(gold, days: 7, above: amounts))
            #expect(found == [count])
        }
        let keys = [Int64(50), 70].map {
            RankBucket.Key(currency: gold, days: 7, bucket: RankBucket(of: $0))
        }
        for _ in 0..<2 { try await pool.run(AddEarningsRanks([keys[0]: 2, keys[1]: 3])) }
        let above: [Int64] = try await pool.run(CountRanksAbove(keys[0]))
        let none: [Int64] = try await pool.run(CountRanksAbove(keys[1]))
        #expect(above == [6] && none == [0])
    }

    private func checkReferralEarnings(_ pool: PostgresPool) async throws {
        let span = CountedSpan(from: nil, until: nil, in: .utc)
        let brought = try await pool.run(SumReferralEarnings(span, max: 9))
        #expect(!brought.isEmpty && brought.allSatisfy { $0.amount > 0 })
        #expect(try await pool.run(SumReferralEarnings(span, max: 1)).count == 1)
        let sums = try await pool.run(SumReferralEarnings(span, max: 9_999)).map(\.amount)
        let entries = try await pool.run(FindRecentReferralEarnings(span, max: 9_999)).map(\.amount)
        #expect(entries.reduce(0, +) == sums.reduce(0, +))
        #expect(try await pool.run(FindRecentReferralEarnings(span, max: 1)).count == 1)
        let reversals = try await pool.run(FindReversals(span))
        #expect(reversals.allSatisfy { $0.amount > 0 })
        let earners = try await pool.run(FindEarners(in: span, after: nil, limit: 9_999))
        #expect(earners == Array(Set(brought.map(\.uid))).sorted())
        #expect(try await pool.run(FindEarners(in: span, after: earners.last, limit: 9)).isEmpty)
        let later = Sample.now.adding(seconds: 1_000_000_000)
        let ofUsers = try await pool.run(SumEarningsOfUsers(earners, until: later, in: .utc))
        #expect(ofUsers.map(\.amount).reduce(0, +) == sums.reduce(0, +))
        let takenBack = try await pool.run(FindReversalsOfUsers(earners, until: later, in: .utc))
        #expect(takenBack.count == reversals.count)
        #expect(try await pool.run(FindPlayersToCarryOver(among: earners)).isEmpty)
    }
}

/// Places among many are counted by ranks, in which larger amounts lie together.
@Suite struct RankBucketTests {
    @Test func `ranks rise with amounts, small ones each its own, and none leaves out an amount`() {
        let amounts =
            Array(Int64(0)...5_000)
            + (12...61).flatMap { shift in
                (-3...3).map { Int64(1) << shift + $0 }
            } + [.max - 1, .max]
        for (lower, higher) in zip(amounts, amounts.dropFirst()) where lower < higher {
            #expect(RankBucket(of: lower).number <= RankBucket(of: higher).number)
            let isSame = RankBucket(of: lower) == RankBucket(of: higher)
            #expect(isSame == (higher <= RankBucket.last(with: lower)), "\(lower), \(higher)")
        }
        for amount in Int64(0)...2_047 { #expect(RankBucket.last(with: amount) == amount) }
        #expect(RankBucket.last(with: .max) == .max)
        #expect(RankBucket(of: .max).number < 60_000)
    }
}
