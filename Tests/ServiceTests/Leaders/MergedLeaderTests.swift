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

/// What friends brought players who became accounts is the accounts' on leaderboards, once, whatever was
/// taken in before.
@Suite struct MergedLeaderTests {
    private func keeper(_ rig: ServiceRig, rowsMax: Int = LeaderKeeper.rowsMax) -> LeaderKeeper {
        LeaderKeeper(pool: rig.pool, clock: rig.context.clock, log: { _ in }, rowsMax: rowsMax)
    }

    /// What came until now is taken in.
    private func takeIn(_ rig: ServiceRig, rowsMax: Int = LeaderKeeper.rowsMax) async throws {
        try age(rig, "2 minutes")
        try rig.database.tamper(
            """
            UPDATE brought_progress SET counted_until = counted_until - interval '2 minutes'
                WHERE counted_until IS NOT NULL
            """)
        try await keeper(rig, rowsMax: rowsMax).takeIn()
    }

    private func age(_ rig: ServiceRig, _ interval: String) throws {
        for table in ["users", "ledger_entries"] {
            try rig.database.tamper(table, set: "created_at = created_at - interval '\(interval)'")
        }
        try rig.database.tamper("rewards", set: "reversed_at = reversed_at - interval '\(interval)'")
    }

    private func bringFriends(_ rig: ServiceRig, _ count: Int, to user: User) async throws {
        for _ in 0..<count {
            let friend = try await rig.signUp(referredBy: user)
            _ = try await rig.record([rig.level(friend, 5)])[0].get()
        }
    }

    private func leaders(_ rig: ServiceRig, _ span: LeaderSpan = .all) async throws -> [String: Int64] {
        let board = try await LeaderService(rig.context).board(in: .piecesOfEight, within: span, for: nil)
        return Dictionary(
            board.leaders.map { ($0.uid.description, $0.amount) }, uniquingKeysWith: { $1 })
    }

    /// Sums against days, and ranks against sums.
    private func mistakes(_ rig: ServiceRig) throws -> String {
        try rig.database.psql(
            """
            SELECT (SELECT count(*) FROM (SELECT uid, currency, sum(amount) AS amount FROM brought_days
                    GROUP BY 1, 2) AS d
                FULL JOIN (SELECT * FROM brought_sums WHERE days = 30) AS b USING (uid, currency)
                WHERE coalesce(d.amount, 0) <> coalesce(b.amount, 0))
            + (SELECT count(*) FROM (SELECT currency, days, sum(players) AS players FROM brought_ranks
                GROUP BY 1, 2) AS r FULL JOIN (SELECT currency, days, count(*) AS players FROM brought_sums
                WHERE amount > 0 GROUP BY 1, 2) AS b USING (currency, days)
                WHERE coalesce(r.players, 0) <> coalesce(b.players, 0))
            """)
    }

    @Test(arguments: [1, 20_000])
    func `a merge before, between and after counting comes to the same`(rowsMax: Int) async throws {
        try await ServiceRig.with(at: 12) { rig, _ in
            let ben = try await rig.account("ben")
            try await bringFriends(rig, 1, to: ben)
            let players = [try await rig.signUp(), try await rig.signUp(), try await rig.signUp()]
            for player in players { try await bringFriends(rig, 2, to: player) }
            try await rig.merge(players[0], into: ben)
            try await takeIn(rig, rowsMax: rowsMax)
            #expect(
                try await leaders(rig)
                    == ["\(ben.uid)": 150, "\(players[1].uid)": 100, "\(players[2].uid)": 100])
            // The second one when it is counted, and has more that isn't.
            try await bringFriends(rig, 1, to: players[1])
            try await rig.merge(players[1], into: ben)
            try await takeIn(rig, rowsMax: rowsMax)
            #expect(try await leaders(rig) == ["\(ben.uid)": 300, "\(players[2].uid)": 100])
            try await rig.merge(players[2], into: ben)
            for _ in 0..<2 { try await takeIn(rig, rowsMax: rowsMax) }
            for span in LeaderSpan.allCases { #expect(try await leaders(rig, span) == ["\(ben.uid)": 400]) }
            #expect(try mistakes(rig) == "0")
            let own = try await LeaderService(rig.context).board(
                in: .piecesOfEight, within: .week, for: ben.uid)
            #expect(own.ownRank == 1 && own.ownAmount == 400)
        }
    }

    @Test func `what a player had for bringing who it became, or is that too, is nobody's`() async throws {
        try await ServiceRig.with(at: 12) { rig, _ in
            for (number, isCounted) in [true, false].enumerated() {
                let ben = try await rig.account("ben\(number)")
                let first = try await rig.signUp(referredBy: ben)
                let second = try await rig.signUp(referredBy: first)
                for user in [first, second] { _ = try await rig.record([rig.level(user, 5)])[0].get() }
                if isCounted { try await takeIn(rig) }
                // The second first, whom the first one brought; and then that.
                for player in [second, first] {
                    try await rig.merge(player, into: ben)
                    if isCounted { try await takeIn(rig) }
                }
                try await takeIn(rig)
                #expect(try await leaders(rig) == [:], "counted before: \(isCounted)")
                #expect(try mistakes(rig) == "0")
            }
        }
    }

    @Test func `what was held for a player is the account's when paid, and gone when taken back`()
        async throws
    {
        try await ServiceRig.with(at: 12) { rig, _ in
            let ben = try await rig.account("ben")
            let player = try await rig.signUp()
            let friend = try await rig.signUp(referredBy: player, .default)
            _ = try await rig.record([rig.level(friend, 5)])[0].get()
            try await bringFriends(rig, 2, to: player)
            try await takeIn(rig)
            try await rig.merge(player, into: ben)
            try await takeIn(rig)
            let rewards = RewardService(rig.context)
            let held = try rig.database.psql("SELECT id FROM rewards WHERE status = 'held'")
            _ = try await rewards.review(
                RewardReview(
                    uid: player.uid, rewardID: try #require(UUID(text: held)), decision: .release,
                    reason: "looked at", actor: "a test"))
            try await takeIn(rig)
            #expect(try await leaders(rig) == ["\(ben.uid)": 150])
            let paid = try rig.database.psql("SELECT id FROM rewards WHERE status = 'paid' LIMIT 1")
            let reversal = RewardReversal(
                uid: player.uid, rewardID: try #require(UUID(text: paid)), shortfall: .takeWhatIsThere,
                reason: "a ring", actor: "a test")
            _ = try await rewards.reverse(reversal)
            try await takeIn(rig)
            #expect(try await leaders(rig) == ["\(ben.uid)": 100])
            #expect(try mistakes(rig) == "0")
        }
    }

    @Test func `days turn for the account as for anybody, also where some are just turning`() async throws {
        try await ServiceRig.with(at: 12) { rig, _ in
            let ben = try await rig.account("ben")
            let player = try await rig.signUp()
            for user in [ben, player] { try await bringFriends(rig, 2, to: user) }
            try await takeIn(rig)
            func turn(_ days: Int, _ began: Bool) throws {
                try age(rig, "\(days) days")
                try rig.database.tamper(
                    """
                    UPDATE brought_days SET day = day - \(days);
                    UPDATE brought_progress SET day = day - \(days) \(began ? "+ 1" : ""),
                        counted_until = counted_until - interval '\(days) days'\(began ? ", leaving = 1" : "")
                    """)
            }
            // A day has begun to turn, and comes first.
            try turn(1, true)
            try await rig.merge(player, into: ben)
            try await takeIn(rig, rowsMax: 1)
            #expect(try await leaders(rig, .day) == [:])
            for span in [LeaderSpan.week, .month, .all] {
                #expect(try await leaders(rig, span) == ["\(ben.uid)": 200])
            }
            try turn(31, false)
            try await takeIn(rig, rowsMax: 1)
            #expect(try await leaders(rig, .month) == [:])
            #expect(try await leaders(rig) == ["\(ben.uid)": 200])
            #expect(try rig.database.psql("SELECT count(*) FROM brought_days") == "0")
            #expect(try mistakes(rig) == "0")
        }
    }

    @Test func `while players become accounts and friends come several count, and each amount once`()
        async throws
    {
        try await ServiceRig.with(connections: 8, at: 12) { rig, loop in
            let accounts = [try await rig.account("ben"), try await rig.account("anne")]
            var players: [User] = []
            for _ in 0..<8 { players.append(try await rig.signUp()) }
            for player in players { try await bringFriends(rig, 1, to: player) }
            try age(rig, "2 minutes")
            let crowd = players
            let done = await together(12, on: loop) { number in
                do {
                    if number < 8 {
                        try await rig.merge(crowd[number], into: accounts[number % 2])
                    } else {
                        for _ in 0..<4 { try await keeper(rig, rowsMax: number % 2 + 1).takeIn() }
                    }
                    return true
                } catch {
                    Issue.record(error)
                    return false
                }
            }
            #expect(done.allSatisfy { $0 })
            try await takeIn(rig)
            #expect(
                try await leaders(rig) == ["\(accounts[0].uid)": 200, "\(accounts[1].uid)": 200])
            #expect(try mistakes(rig) == "0")
        }
    }
}
