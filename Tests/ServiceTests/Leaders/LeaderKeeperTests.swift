import EventLoops
import FoundationEssentials
import Postgres
import Referrals
import Store
import TestSupport
import Testing
import Values

@testable import Batching
@testable import Reporting
@testable import Rewards

/// What is taken in for leaderboards is what the ledger says, whenever it is taken in.
@Suite struct LeaderKeeperTests {
    private func keeper(_ rig: ServiceRig, rowsMax: Int = LeaderKeeper.rowsMax) -> LeaderKeeper {
        LeaderKeeper(pool: rig.pool, clock: rig.context.clock, log: { _ in }, rowsMax: rowsMax)
    }

    /// As if all there is had happened so much earlier.
    private func age(_ rig: ServiceRig, _ interval: String) throws {
        for table in ["users", "ledger_entries"] {
            try rig.database.tamper(table, set: "created_at = created_at - interval '\(interval)'")
        }
    }

    private func board(
        _ rig: ServiceRig, _ span: LeaderSpan, _ user: User? = nil
    ) async throws -> LeaderBoard {
        try await LeaderService(rig.context).board(in: .piecesOfEight, within: span, for: user?.uid)
    }

    private func amounts(_ rig: ServiceRig, _ span: LeaderSpan) async throws -> [Int64] {
        try await board(rig, span).leaders.map(\.amount)
    }

    /// What is kept against what the ledger comes to, and ranks against sums.
    private func mistakes(_ rig: ServiceRig) throws -> String {
        let today = "(SELECT day FROM brought_progress)"
        return try rig.database.psql(
            """
            SELECT (SELECT count(*) FROM (VALUES (0), (1), (7), (30)) AS s (days)
                CROSS JOIN LATERAL (SELECT uid, currency, sum(amount) AS amount FROM ledger_entries
                    WHERE kind = 'grant' AND subject <> uid
                        AND (s.days = 0 OR floor(extract(epoch FROM created_at) / 86400) > \(today) - s.days)
                    GROUP BY 1, 2) AS e
                FULL JOIN (SELECT * FROM brought_sums WHERE amount > 0) AS b
                    ON b.uid = e.uid AND b.currency = e.currency AND b.days = s.days
                WHERE e.amount IS DISTINCT FROM b.amount)
            + (SELECT count(*) FROM (SELECT currency, days, sum(players) AS players FROM brought_ranks
                GROUP BY 1, 2) AS r FULL JOIN (SELECT currency, days, count(*) AS players FROM brought_sums
                WHERE amount > 0 GROUP BY 1, 2) AS b USING (currency, days)
                WHERE coalesce(r.players, 0) <> coalesce(b.players, 0))
            """)
    }

    @Test(arguments: [1, 2, 20_000])
    func `each span has what its days brought, however it was paged`(rowsMax: Int) async throws {
        try await ServiceRig.with(at: 12) { rig, _ in
            // 41, 8, 3 and 0 days ago.
            let friends = [1, 2, 3, 4]
            for (days, count) in zip([33, 5, 3, 0], friends) {
                _ = try await rig.referrer(friends: count)
                try age(rig, "\(days) days")
            }
            try age(rig, "2 minutes")
            try await keeper(rig, rowsMax: rowsMax).takeIn()
            #expect(try mistakes(rig) == "0")
            #expect(try await amounts(rig, .all) == [200, 150, 100, 50])
            #expect(try await amounts(rig, .month) == [200, 150, 100])
            #expect(try await amounts(rig, .week) == [200, 150])
            #expect(try await amounts(rig, .day).first == 200)
        }
    }

    @Test func `as days turn what is too old leaves, a day at a time`() async throws {
        try await ServiceRig.with(at: 12) { rig, _ in
            for count in [1, 2, 3] { _ = try await rig.referrer(friends: count) }
            try age(rig, "2 minutes")
            try await keeper(rig, rowsMax: 2).takeIn()
            // As if it had been taken in then.
            for (days, left) in [(1, [3, 3, 0]), (6, [3, 0, 0]), (23, [0, 0, 0]), (40, [0, 0, 0])] {
                try age(rig, "\(days) days")
                try rig.database.tamper(
                    """
                    UPDATE brought_days SET day = day - \(days);
                    UPDATE brought_progress SET day = day - \(days),
                        counted_until = counted_until - interval '\(days) days'
                    """)
                try await keeper(rig, rowsMax: 2).takeIn()
                #expect(try mistakes(rig) == "0", "after \(days) days more")
                var counts: [Int] = []
                for span in [LeaderSpan.month, .week, .day] {
                    counts.append(try await amounts(rig, span).count)
                }
                #expect(counts == left)
                #expect(try await amounts(rig, .all) == [150, 100, 50])
            }
            #expect(try rig.database.psql("SELECT count(*) FROM brought_days") == "0")
        }
    }

    @Test func `what is taken back is there no more, also where nothing was left to take`() async throws {
        try await ServiceRig.with(at: 12) { rig, _ in
            let anne = try await rig.referrer(friends: 3)
            let ben = try await rig.referrer(friends: 1)
            try await rig.post(-150, to: anne)
            try age(rig, "2 minutes")
            try await keeper(rig).takeIn()
            #expect(try await board(rig, .day, ben).ownRank == 2)
            let rewards = RewardService(rig.context)
            let ids = try rig.database.psql(
                "SELECT id FROM rewards WHERE uid = '\(anne.uid)' AND role = 'referrer' LIMIT 2"
            ).split(separator: "\n").compactMap { UUID(text: String($0)) }
            for id in ids {
                let reversal = RewardReversal(
                    uid: anne.uid, rewardID: id, shortfall: .takeWhatIsThere, reason: "a ring",
                    actor: "a test")
                #expect(try await rewards.reverse(reversal).unrecovered == 50)
            }
            try age(rig, "90 seconds")
            try rig.database.tamper("rewards", set: "reversed_at = reversed_at - interval '90 seconds'")
            try rig.database.tamper(
                """
                UPDATE brought_progress SET counted_until = counted_until - interval '90 seconds'
                """)
            try await keeper(rig).takeIn()
            for span in LeaderSpan.allCases {
                let board = try await board(rig, span, ben)
                #expect(board.ownRank == 1 && board.leaders.map(\.amount) == [50, 50])
                #expect(board.ranks.map(\.rank) == [1, 1])
            }
        }
    }

    @Test func `of many a place is how many have more, those who are blocked aside`() async throws {
        try await ServiceRig.with(at: 12) { rig, _ in
            let anne = try await rig.referrer(friends: 1)
            try age(rig, "2 minutes")
            try await keeper(rig).takeIn()
            // Beside hers 3,000 with amounts of all sizes, and their ranks.
            let amounts = (1...3_000).map { Int64($0) * Int64($0) * 40 }
            let sums = amounts.map { amount in
                ReferralEarningsSum(
                    ReferralEarningsSum.Key(uid: UserID(UUID()), currency: .piecesOfEight, days: 0),
                    amount: amount)
            }
            var ranks: [RankBucket.Key: Int64] = [:]
            for sum in sums {
                ranks[
                    RankBucket.Key(
                        currency: .piecesOfEight, days: 0, bucket: RankBucket(of: sum.amount)), default: 0] +=
                    1
            }
            try await rig.pool.run(SetReferralEarningsSums(sums), AddEarningsRanks(ranks))
            try rig.database.tamper("UPDATE brought_ranks SET players = 0 WHERE bucket = 50 AND days = 0")
            for own in [50, 40, 41, 2_000_040, 40_000_000, 360_000_000, 400_000_000] as [Int64] {
                try rig.database.tamper(
                    "UPDATE brought_sums SET amount = \(own) WHERE uid = '\(anne.uid)' AND days = 0")
                let rank = try await board(rig, .all, anne).ownRank
                #expect(rank == Int64(1 + amounts.count { $0 > own }), "\(own)")
            }
            rig.context.moderation.set(.blocked, of: sums[2_999].key.uid)
            let board = try await board(rig, .all, anne)
            #expect(board.ownRank == 1 && board.leaders.count == 100)
            #expect(board.leaders.first?.uid == anne.uid)
        }
    }

    @Test func `two at once take everything in once, while grants come`() async throws {
        try await ServiceRig.with(at: 12) { rig, loop in
            for count in [2, 3] { _ = try await rig.referrer(friends: count) }
            try age(rig, "2 days")
            let done = await together(6, on: loop) { number in
                if number == 5 {
                    _ = try? await rig.referrer(friends: 4)
                } else {
                    try? await keeper(rig, rowsMax: 1).takeIn()
                }
                return true
            }
            #expect(done.allSatisfy { $0 })
            try age(rig, "2 minutes")
            try rig.database.tamper(
                "UPDATE brought_progress SET counted_until = counted_until - interval '2 minutes'")
            try await keeper(rig).takeIn()
            #expect(try mistakes(rig) == "0")
            #expect(try await amounts(rig, .all) == [200, 150, 100])
        }
    }

    /// The clock was an hour ahead, all was taken in up to there, and it was put right.
    @Test func `what is paid after the clock was put right is on the boards`() async throws {
        try await ServiceRig.with(at: 12) { rig, _ in
            let anne = try await rig.referrer(friends: 2)
            try age(rig, "2 minutes")
            try await keeper(rig).takeIn()
            try rig.database.tamper(
                "UPDATE brought_progress SET counted_until = counted_until + interval '1 hour'")
            let friend = try await rig.signUp(referredBy: anne)
            try await rig.record([rig.level(friend, 5)])
            _ = try await rig.referrer(friends: 5)
            try await keeper(rig).takeIn()
            #expect(try await amounts(rig, .all) == [250, 150])
            try age(rig, "2 minutes")
            try rig.database.tamper(
                "UPDATE brought_progress SET counted_until = counted_until - interval '2 minutes'")
            try await keeper(rig).takeIn()
            #expect(try mistakes(rig) == "0")
        }
    }

    @Test func `sums that differ from their rows are set to them`() async throws {
        try await ServiceRig.with(at: 12) { rig, loop in
            for count in [1, 2, 3] { _ = try await rig.referrer(friends: count) }
            try age(rig, "2 minutes")
            let keeper = keeper(rig)
            try await keeper.takeIn()
            try rig.database.tamper(
                """
                UPDATE ledger_entries SET amount = amount - 1 WHERE kind = 'grant' AND subject <> uid;
                """)
            #expect(try mistakes(rig) != "0")
            for _ in 0..<3 { try await keeper.round(on: loop) }
            #expect(try mistakes(rig) == "0")
        }
    }
}
