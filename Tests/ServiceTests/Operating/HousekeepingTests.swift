import Crypto
import EventLoops
import FoundationEssentials
import Links
import Postgres
import Store
import TestSupport
import Testing
import Values

@testable import Batching
@testable import Invitations
@testable import Service

@Suite struct HousekeepingTests {
    private static let daySeconds: Int64 = 86_400

    init() async throws {
        try await wellWithinADay()
    }

    /// Clicks of one link, as if made so long ago.
    private func click(_ code: String, count: Int = 1, daysAgo: Int64, _ rig: ServiceRig) async throws {
        let time = rig.now.adding(seconds: -daysAgo * Self.daySeconds)
        let ids = UUIDv7Generator()
        let clicks = (0..<count).map { _ in
            Click(
                id: ids.next(atMicroseconds: time.microsecondsSince1970), code: LinkCode(code),
                platform: .android, at: time, fingerprint: nil, isRedirected: true)
        }
        try await rig.pool.run(InsertClicks(clicks))
    }

    /// As if the table had been divided long ago: a partition for each of the last forty days.
    private func divide(_ rig: ServiceRig) throws {
        try rig.database.psql(
            """
            DO $$
            DECLARE
                today date := (now() AT TIME ZONE 'UTC')::date;
            BEGIN
                EXECUTE 'DROP TABLE ' || (SELECT string_agg(name, ', ') FROM click_partitions);
                PERFORM add_click_partition(day, day + 1)
                    FROM generate_series(today - 40, today, interval '1 day') AS d, date(d) AS day;
            END
            $$;
            ANALYZE; -- plans are other ones then, of the catalogue too
            """)
    }

    /// Keeps house, again and again, while `body` runs.
    private func keepingHouse(
        _ rig: ServiceRig, _ clicks: ClickStorage = ClickStorage(), on loop: isolated EventLoop,
        log: @escaping @Sendable (LogLine) -> Void = { _ in }, _ body: () async throws -> Void
    ) async throws {
        let works: [any Recurring] = [
            ClickHousekeeping(pool: rig.pool, clicks: clicks, log: log, pauseMilliseconds: 20),
            Housekeeping(pool: rig.pool, clock: rig.context.clock, log: log, pauseMilliseconds: 20),
        ]
        let keeping = works.map { work in
            Task.immediate(priority: EventLoop.taskPriority) { await work.run(on: loop) }
        }
        let outcome: Result<Void, any Error>
        do { outcome = .success(try await body()) } catch { outcome = .failure(error) }
        await rig.pool.close(on: loop)
        for task in keeping { await task.value }
        try outcome.get()
    }

    @Test func `old clicks go with their day, young ones stay, and days to come have a place`() async throws {
        try await ServiceRig.with { rig, loop in
            try divide(rig)
            for (code, daysAgo) in [("old", 40), ("old", 31), ("young", 30), ("young", 1), ("new", 0)] {
                try await click(code, daysAgo: Int64(daysAgo), rig)
            }
            try await keepingHouse(rig, on: loop) {
                let kept = "SELECT code, count(*) FROM clicks GROUP BY code ORDER BY code"
                #expect(try await eventually { try rig.database.psql(kept) == "new|1\nyoung|2" })
                for daysAhead in 1...3 { try await click("ahead", daysAgo: -Int64(daysAhead), rig) }
                #expect(try rig.database.psql("SELECT count(*) FROM click_partitions") == "34")
            }
        }
    }

    @Test func `networks of sign-ups are forgotten after thirty days, and used receipts in their time`()
        async throws
    {
        try await ServiceRig.with { rig, loop in
            let uids = (0..<4).map { _ in UserID(rig.context.makeID()) }
            func fingerprints(_ place: Int, device: Int64?, daysAgo: Int64) -> SignUpFingerprints {
                SignUpFingerprints(
                    uid: uids[place], referee: uids[place], device: device, network: 7,
                    cameAt: rig.now.adding(seconds: -daysAgo * Self.daySeconds))
            }
            let kept = [(Int64?.none, 29), (nil, 31), (1, 29), (1, 31)] as [(Int64?, Int64)]
            try await rig.pool.run(
                KeepFingerprints(
                    kept.enumerated().map {
                        fingerprints($0.offset, device: $0.element.0, daysAgo: $0.element.1)
                    }),
                InsertUsedReceipts(
                    [-60, 60].map { seconds in
                        UsedReceipt(
                            id: UUID(), uid: uids[0], expiresAt: rig.now.adding(seconds: seconds))
                    }))
            try await keepingHouse(rig, on: loop) {
                let left = """
                    SELECT count(*), count(network) FROM sign_up_marks;
                    SELECT count(*) FROM used_receipts
                    """
                let isForgotten = try await eventually { try rig.database.psql(left) == "3|2\n1" }
                #expect(isForgotten)
            }
        }
    }

    @Test func `a long retention has as many partitions, each of several days`() async throws {
        try await ServiceRig.with { rig, loop in
            var limits = ClickStorage.Limits()
            limits.retentionDays = 3_650
            try await keepingHouse(rig, ClickStorage(limits), on: loop) {
                let ahead = "SELECT max(until) > (now() AT TIME ZONE 'UTC')::date + 4 FROM click_partitions"
                try rig.database.psql(
                    "DO $$ BEGIN EXECUTE 'DROP TABLE ' || (SELECT string_agg(name, ', ') FROM "
                        + "click_partitions); END $$"
                )
                #expect(try await eventually { try rig.database.psql(ahead) == "t" })
                #expect(try rig.database.psql("SELECT count(*) FROM click_partitions") == "1")
                try await click("new", daysAgo: 0, rig)
            }
        }
    }

    @Test func `past the cap the oldest days go first, and when today's are too many storing stops`()
        async throws
    {
        try await ServiceRig.with { rig, loop in
            try divide(rig)
            var limits = ClickStorage.Limits()
            // On Citus each day is as many tables as there are shards.
            limits.megabytesMax = TestEngine.isCitus ? 3 : 2
            let storage = ClickStorage(limits)
            for daysAgo in [3, 2, 1, 0] as [Int64] {
                try await click("d\(daysAgo)", count: 8_000, daysAgo: daysAgo, rig)
            }
            let lines = Locked<[String]>([])
            try await keepingHouse(
                rig, storage, on: loop, log: { line in lines.withLock { $0.append(line.message) } }
            ) {
                let kept = "SELECT string_agg(DISTINCT code, ' ' ORDER BY code) FROM clicks"
                #expect(try await eventually { try rig.database.psql(kept) == "d0 d1" })
                #expect(await eventually { storage.admit(bytes: 1, at: .now) })
                for _ in 0..<4 { try await click("d0", count: 8_000, daysAgo: 0, rig) }
                #expect(try await eventually { try rig.database.psql(kept) == "d0" })
                #expect(await eventually { !storage.admit(bytes: 1, at: .now) })
                try rig.database.psql("TRUNCATE clicks")
                #expect(await eventually { storage.admit(bytes: 1, at: .now) })
            }
            // A look at the clicks can hold up the end of a day, which is tried again in the next round, and
            // until then clicks are too many.
            let storing = lines.withLock { lines in lines.filter { $0 != "making room for clicks failed" } }
            let pair = [
                "too many clicks today: they are counted, and not stored", "clicks are stored again",
            ]
            #expect(!storing.isEmpty && storing == (0..<storing.count).map { pair[$0 % 2] })
            #expect(storing.count.isMultiple(of: 2))
        }
    }

    @Test func `a reader that holds an old day up doesn't hold clicks up`() async throws {
        try await ServiceRig.with { rig, loop in
            try divide(rig)
            try await click("old", daysAgo: 35, rig)
            try await rig.pool.transaction { reader throws(PostgresError) in
                _ = try await reader.send(FindClaimedClicks(under: [1], since: rig.now))
                let began = MonotonicInstant.now
                let kept = try await rig.pool.run(KeepClicks(retentionDays: 30, bytesMax: .max))
                #expect(kept.first?.hasRoom == true)
                #expect(MonotonicInstant.now.milliseconds(since: began) < 9_000)
            }
            #expect(try rig.database.psql("SELECT count(*) FROM clicks") == "1")
            // What was to be made was made.
            try await click("ahead", daysAgo: -3, rig)
            try await rig.pool.run(KeepClicks(retentionDays: 30, bytesMax: .max))
            #expect(try rig.database.psql("SELECT code FROM clicks") == "ahead")
        }
    }

    @Test func `what buttons told of a device is forgotten after two hours`() async throws {
        try await ServiceRig.with { rig, loop in
            func insert(_ minutesAgo: Int64) throws {
                let id = UUID(firstAt: rig.now.adding(seconds: -60 * minutesAgo))
                try rig.database.psql(
                    "INSERT INTO click_taps (click_id, scale) VALUES ('\(id)', \(minutesAgo))")
            }
            for minutes in [Int64(1), 119, 121, 3_000] { try insert(minutes) }
            try await keepingHouse(rig, on: loop) {
                let kept = "SELECT string_agg(scale::text, ' ' ORDER BY scale) FROM click_taps"
                let isForgotten = try await eventually { try rig.database.psql(kept) == "1 119" }
                #expect(isForgotten)
            }
        }
    }

    @Test func `who used how much of a limit is forgotten when it is back, and of too many at all`()
        async throws
    {
        try await ServiceRig.with { rig, loop in
            try rig.database.psql(
                """
                INSERT INTO limit_uses SELECT i, now() - interval '1 s', now()
                    FROM generate_series(1, 2500) AS i;
                INSERT INTO limit_uses
                    SELECT -i, now() + i * interval '1 h', now() FROM generate_series(1, 20) AS i
                """)
            let house = Housekeeping(
                pool: rig.pool, clock: rig.context.clock, log: { _ in }, limitedKeysMax: 5,
                pauseMilliseconds: 20)
            let keeping = Task.immediate(priority: EventLoop.taskPriority) { await house.run(on: loop) }
            let kept = "SELECT count(*), max(key) FROM limit_uses"
            #expect(try await eventually { try rig.database.psql(kept) == "5|-16" })
            await rig.pool.close(on: loop)
            await keeping.value
        }
    }

    @Test func `what fails is logged, and tried again, and holds nothing else up`() async throws {
        try await ServiceRig.with { rig, loop in
            try divide(rig)
            try rig.database.psql("REVOKE EXECUTE ON FUNCTION keep_clicks FROM shipmate_service")
            try await click("old", count: 3, daysAgo: 35, rig)
            try rig.database.psql("INSERT INTO limit_uses VALUES (1, now() - interval '1 s', now())")
            let lines = Locked<[LogLine]>([])
            try await keepingHouse(rig, on: loop, log: { line in lines.withLock { $0.append(line) } }) {
                #expect(await eventually { lines.withLock { $0.count } > 1 })
                #expect(lines.withLock { $0 }.allSatisfy { $0.message == "making room for clicks failed" })
                let spent = "SELECT count(*) FROM limit_uses"
                #expect(try await eventually { try rig.database.psql(spent) == "0" })
                try rig.database.psql("GRANT EXECUTE ON FUNCTION keep_clicks TO shipmate_service")
                #expect(try await eventually { try rig.database.psql("SELECT count(*) FROM clicks") == "0" })
            }
        }
    }
}
