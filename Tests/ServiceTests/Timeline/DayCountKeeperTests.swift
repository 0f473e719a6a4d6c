import Crypto
import EventLoops
import FoundationEssentials
import Postgres
import Referrals
import TestSupport
import Testing
import Values

@testable import Accounts
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

    @Test func `the overview says what timeline and funnel say, in a few round trips`() async throws {
        try await ServiceRig.with(at: 12) { rig, _ in
            try await story(rig)
            let before = try await checkOverview(rig, roundTripsMax: 8)
            #expect(before.points[.users]?.contains { $0.value > 0 } == true)
            try await keeper(rig).takeIn()
            let counted = try await checkOverview(rig, roundTripsMax: 3)
            #expect(counted.funnel.total.anonymous > 0 && counted.funnel.players > 0)
            let anne = try await rig.referrer(friends: 1)
            try await rig.record([rig.level(try await rig.signUp(referredBy: anne), 5)])
            let recent = try await checkOverview(rig, roundTripsMax: 8)
            #expect(recent.funnel.players == counted.funnel.players + 3)
            #expect(recent.funnel.total.anonymous == counted.funnel.total.anonymous + 2)
        }
    }

    private func checkOverview(_ rig: ServiceRig, roundTripsMax: Int) async throws -> Overview {
        let (timeline, funnel) = (TimelineService(rig.context), FunnelService(rig.context))
        let days = (timeline.today - 9)..<(timeline.today + 1)
        let funnelDays = (timeline.today - 3)..<(timeline.today + 1)
        let before = rig.pool.metrics.roundTrips
        let overview = try await OverviewService(rig.context).overview(of: days, funnel: funnelDays)
        #expect(rig.pool.metrics.roundTrips - before <= roundTripsMax)
        for measure in TimelineMeasure.allCases where measure != .rewards {
            let expected = try await timeline.points(of: measure, in: days)
            #expect(overview.points[measure] == expected, "\(measure)")
        }
        let rewards = try await timeline.points(of: .rewards, in: days)
        #expect(overview.given.reduce(0) { $0 + $1.count } == rewards.reduce(0) { $0 + $1.value })
        for (dimension, found) in [(FunnelDimension.day, overview.funnel), (.channel, overview.channels)] {
            let expected = try await funnel.funnel(in: funnelDays, by: dimension)
            #expect(found.total == expected.total && found.players == expected.players, "\(dimension)")
            #expect(found.parts == expected.parts, "\(dimension)")
        }
        return overview
    }

    /// The day on which clocks went back has 25 hours there, and the next one begins an hour later in UTC.
    @Test func `players of a day are those of its 23 or 25 hours in the zone`() async throws {
        try await ServiceRig.with(at: 12, in: "Europe/Berlin") { rig, _ in
            let times = [
                // The 29th of March began at 23:00 in UTC and ended at 22:00.
                "2026-03-28T22:59:59Z", "2026-03-28T23:00:00Z", "2026-03-29T21:59:59Z",
                "2026-03-29T22:00:00Z",
                // The 25th of October began at 22:00 in UTC and ended at 23:00.
                "2026-10-24T21:59:59Z", "2026-10-24T22:00:00Z", "2026-10-25T00:30:00Z",
                "2026-10-25T01:30:00Z", "2026-10-25T22:59:59Z", "2026-10-25T23:00:00Z",
            ]
            for time in times { try oldUser(rig, time) }
            let expected: [(String, Int64)] = [
                ("2026-03-28", 1), ("2026-03-29", 2), ("2026-03-30", 1), ("2026-10-24", 1),
                ("2026-10-25", 4), ("2026-10-26", 1),
            ]
            func check(_ comment: Comment) async throws {
                for (day, count) in expected {
                    let number = try #require(RFC3339.parse("\(day)T00:00:00Z")).day
                    let found = try await TimelineService(rig.context).points(
                        of: .users, in: number..<(number + 1))
                    #expect(found.map(\.value) == [count], "\(comment) \(day)")
                }
            }
            try await check("from the rows")
            try await keeper(rig).takeIn()
            #expect(
                try rig.database.psql("SELECT sum(value) FROM day_counts WHERE measure = 'users'") == "10")
            try await check("taken in")
        }
    }

    private func oldUser(_ rig: ServiceRig, _ time: String) throws {
        let milliseconds = try #require(RFC3339.parse(time)).microsecondsSince1970 / 1_000
        let start = "0" + String(milliseconds, radix: 16)
        let uid = start + UUID().uuidString.replacing("-", with: "").dropFirst(start.count)
        try rig.database.psql(
            """
            INSERT INTO users (uid, referral_code, created_at)
            VALUES ('\(uid)', '\(uid.suffix(10).uppercased())', '\(time)')
            """)
    }

    // MARK: Rows that come late

    private func counted(_ rig: ServiceRig) throws -> String {
        try rig.database.psql(
            "SELECT measure || ' ' || sum(value) FROM day_counts GROUP BY measure ORDER BY measure"
        )
    }

    @Test func `accounts that are imported later count on their own days`() async throws {
        try await ServiceRig.with(at: 12) { rig, _ in
            try await story(rig)
            try await keeper(rig).takeIn()
            let before = try await points(rig)
            let created = rig.now.adding(seconds: -3 * 86_400)
            let accounts = (0..<20).map { number in
                ImportedAccount(
                    externalID: ExternalID("old-\(number)")!, email: nil, isEmailVerified: false,
                    password: .none,
                    isSignedUp: !number.isMultiple(of: 2), createdAt: created, lastSignInAt: nil)
            }
            let now = rig.now
            let importing = AccountImport(pool: rig.pool, now: { now }, writesAllChanges: false)
            for batch in [accounts.prefix(5), accounts[...]] {
                _ = try await importing.add(Array(batch))
            }
            let after = try await points(rig)
            let day = TimelineService(rig.context).today - 3
            for (index, more) in [(0, Int64(20)), (1, 10)] {
                let values = zip(before[index], after[index]).map { ($0.day, $1.value - $0.value) }
                #expect(values.allSatisfy { $0.1 == ($0.0 == day ? more : 0) }, "\(values)")
            }
        }
    }

    /// The clock was an hour ahead, all was counted up to there, and it was put right.
    @Test func `what comes after the clock was put right is counted`() async throws {
        try await ServiceRig.with(at: 12) { rig, _ in
            try await story(rig)
            try await keeper(rig).takeIn()
            try rig.database.tamper(
                "UPDATE day_count_progress SET counted_until = counted_until + interval '1 hour'")
            let before = try await points(rig)
            let anne = try await rig.referrer(friends: 3)
            try await rig.post(-10, to: anne)
            try await keeper(rig).takeIn()
            let stepped = try await points(rig)
            #expect(before[0].last?.value == 0 && stepped[0].last?.value == 4)
            try rig.database.tamper(
                "UPDATE day_counts SET value = 0; UPDATE day_count_progress SET counted_until = '-infinity'")
            #expect(try await points(rig) == stepped)
        }
    }

    @Test func `a day that differs from its rows is set to them`() async throws {
        try await ServiceRig.with(at: 12) { rig, loop in
            try await story(rig)
            let keeper = keeper(rig)
            try await keeper.takeIn()
            let (right, before) = (try counted(rig), try await points(rig))
            try rig.database.tamper(
                """
                UPDATE day_counts SET value = value - 1;
                INSERT INTO day_counts SELECT measure, day, 'doubloons', 7 FROM day_counts WHERE measure = 'granted'
                """)
            #expect(try await points(rig) != before)
            for _ in 0..<12 { try await keeper.round(on: loop) }
            #expect(try counted(rig) == right)
            #expect(try await points(rig) == before)
        }
    }
}
