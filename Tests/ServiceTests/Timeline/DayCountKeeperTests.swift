import EventLoops
import FoundationEssentials
import Postgres
import Referrals
import TestSupport
import Testing
import Values

@testable import Batching
@testable import Reporting

/// What is taken in behind the traffic is what is read from the rows.
@Suite struct DayCountKeeperTests {
    private func keeper(_ rig: ServiceRig) -> DayCountKeeper {
        DayCountKeeper(pool: rig.pool, clock: rig.context.clock, log: { _ in })
    }

    private func points(_ rig: ServiceRig) async throws -> [[TimelinePoint]] {
        let timeline = TimelineService(rig.context)
        var all: [[TimelinePoint]] = []
        for measure in TimelineMeasure.allCases {
            all.append(
                try await timeline.points(of: measure, in: (timeline.today - 9)..<(timeline.today + 1)))
        }
        return all
    }

    /// Users, referrals, rewards of all kinds and redemptions on five days.
    private func story(_ rig: ServiceRig) async throws {
        for day in 0..<5 {
            let anne = try await rig.referrer(friends: 2 + day)
            try await rig.post(-10, to: anne)
            try await rig.post(7, Currency("gold")!, to: anne)
            let friend = try await rig.signUp(referredBy: anne, .default)
            try await rig.record([rig.level(friend, 5)])
            let times = [
                "users": "created_at", "rewards": "granted_at", "ledger_entries": "created_at",
            ]
            for (table, time) in times {
                try rig.database.tamper(table, set: "\(time) = \(time) - interval '1 day'")
            }
        }
        // Ids are as old as their users, wherever that leaves what else they have.
        let age = "lpad(to_hex((extract(epoch FROM created_at) * 1000)::bigint), 12, '0')"
        try rig.database.tamper(
            "users", set: "uid = (\(age) || substr(replace(uid::text, '-', ''), 13))::uuid")
    }

    @Test func `reports say the same before, while and after it is taken in`() async throws {
        try await ServiceRig.with(at: 12) { rig, loop in
            try await story(rig)
            let before = try await points(rig)
            #expect(before.allSatisfy { !$0.isEmpty })
            let keeper = keeper(rig)
            let during = await together(6, on: loop) { number in
                if number.isMultiple(of: 2) { try? await keeper.takeIn() }
                return (try? await points(rig)) == before
            }
            #expect(during.allSatisfy { $0 })
            try await keeper.takeIn()
            #expect(try await points(rig) == before)
            #expect(try rig.database.psql("SELECT count(*) > 20 FROM day_counts") == "t")
            // Without the rows, so that it is known where it came from.
            try rig.database.tamper(
                "DELETE FROM ledger_entries; UPDATE users SET referred_by = NULL; DELETE FROM users")
            let after = try await points(rig)
            #expect(
                zip(TimelineMeasure.allCases, after).allSatisfy { $0 == .rewards || $1 == before[index($0)] })
        }
    }

    private func index(_ measure: TimelineMeasure) -> Int {
        TimelineMeasure.allCases.firstIndex(of: measure) ?? 0
    }

    @Test func `what is not a minute old is left for later`() async throws {
        try await ServiceRig.with(at: 12) { rig, _ in
            _ = try await rig.referrer(friends: 1)
            try await keeper(rig).takeIn()
            #expect(try rig.database.psql("SELECT count(*) FROM day_counts") == "0")
            let users = try await points(rig)[0]
            #expect(users.last?.value == 2)
        }
    }
}
