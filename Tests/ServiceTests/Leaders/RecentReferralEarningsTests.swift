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

/// What is paid is on leaderboards before it is taken in, and counts as if it were.
@Suite struct RecentReferralEarningsTests {
    private func takeIn(_ rig: ServiceRig) async throws {
        for table in ["users", "ledger_entries", "audit_entries"] {
            try rig.database.tamper(table, set: "created_at = created_at - interval '90 seconds'")
        }
        try rig.database.tamper(
            "UPDATE brought_progress SET counted_until = counted_until - interval '90 seconds'")
        try await LeaderKeeper(pool: rig.pool, clock: rig.context.clock, log: { _ in }).takeIn()
    }

    /// The amounts on the board, the most first, and each one's own amount and place.
    private func moderation(
        _ rig: ServiceRig, _ users: [User], _ span: LeaderSpan = .all
    ) async throws -> ([Int64], [String]) {
        let service = LeaderService(rig.context)
        var own: [String] = []
        for user in users {
            let board = try await service.board(in: .piecesOfEight, within: span, for: user.uid)
            own.append("\(board.ownAmount) \(board.ownRank.map(String.init) ?? "-")")
        }
        let board = try await service.board(in: .piecesOfEight, within: span, for: nil)
        return (board.leaders.map(\.amount), own)
    }

    private func bring(_ rig: ServiceRig, _ count: Int, to user: User) async throws {
        for _ in 0..<count {
            let friend = try await rig.signUp(referredBy: user)
            _ = try await rig.record([rig.level(friend, 5)])[0].get()
        }
    }

    private func takeBack(_ rig: ServiceRig, _ count: Int, of user: User) async throws {
        let ids = try rig.database.psql(
            "SELECT id FROM rewards WHERE uid = '\(user.uid)' AND status = 'paid' LIMIT \(count)"
        ).split(separator: "\n").compactMap { UUID(text: String($0)) }
        for id in ids {
            _ = try await RewardService(rig.context).reverse(
                RewardReversal(
                    uid: user.uid, rewardID: id, shortfall: .takeWhatIsThere, reason: "a ring",
                    actor: "a test"))
        }
    }

    @Test func `each step tells the same before and after it is taken in`() async throws {
        try await ServiceRig.with(at: 12) { rig, _ in
            var users: [User] = []
            for count in [2, 1, 4, 0] { users.append(try await rig.referrer(friends: count)) }
            let expected: [([Int64], [String])] = [
                ([200, 100, 50], ["100 2", "50 3", "200 1", "0 -"]),
                ([250, 200, 100, 50], ["100 3", "250 1", "200 2", "50 4"]),
                ([100, 100, 50, 50], ["100 1", "100 1", "50 3", "50 3"]),
            ]
            for (step, wanted) in expected.enumerated() {
                if step == 1 {
                    try await bring(rig, 4, to: users[1])
                    try await bring(rig, 1, to: users[3])
                }
                if step == 2 {
                    try await takeBack(rig, 3, of: users[1])
                    try await takeBack(rig, 3, of: users[2])
                }
                for isTakenIn in [false, true] {
                    if isTakenIn { try await takeIn(rig) }
                    for span in LeaderSpan.allCases {
                        let found = try await moderation(rig, users, span)
                        #expect(found == wanted, "step \(step), \(span), taken in: \(isTakenIn)")
                    }
                }
            }
        }
    }

    @Test func `the blocked have no place either that they were just paid for`() async throws {
        try await ServiceRig.with(at: 12) { rig, _ in
            var users: [User] = []
            for count in [1, 2, 3] { users.append(try await rig.referrer(friends: count)) }
            try await takeIn(rig)
            for user in users { try await bring(rig, 3, to: user) }
            rig.context.moderation.set(.blocked, of: users[2].uid)
            let found = try await moderation(rig, Array(users[0...1]))
            #expect(found == ([250, 200], ["200 2", "250 1"]))
        }
    }

    @Test func `where it is too much, or long ago, a board waits until it is taken in`() async throws {
        try await ServiceRig.with(at: 12) { rig, _ in
            let anne = try await rig.referrer(friends: 3)
            func read(rowsMax: Int) async throws -> RecentReferralEarnings? {
                try await rig.pool.transaction { transaction throws(PostgresError) in
                    try await RecentReferralEarnings.read(
                        since: ReferralEarningsProgress(), rig.context.clock, transaction, rowsMax: rowsMax)
                }
            }
            #expect(try await read(rowsMax: 2) == nil)
            let few = try #require(try await read(rowsMax: 3))
            #expect(Set(few.after.values) == [150] && few.before.isEmpty)
            try rig.database.tamper("users", set: "created_at = created_at - interval '6 minutes'")
            #expect(try await read(rowsMax: 3) == nil)
            let board = try await LeaderService(rig.context).board(
                in: .piecesOfEight, within: .all, for: anne.uid)
            #expect(board.leaders.isEmpty && board.ownRank == nil && board.countedUntil == nil)
        }
    }
}
