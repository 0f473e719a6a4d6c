import EventLoops
import Links
import Postgres
import Store
import TestSupport
import Testing
import Values

@testable import Service

@Suite struct HousekeepingTests {
    private static let retentionSeconds: Int64 = 30 * 86_400
    private static let minuteSeconds: Int64 = 60

    /// Clicks of one link, as if made so long ago.
    private func click(_ code: String, count: Int, agoSeconds: Int64, _ rig: ServiceRig) async throws {
        let time = rig.now.adding(seconds: -agoSeconds)
        let ids = UUIDv7Generator()
        let clicks = (0..<count).map { _ in
            Click(
                id: ids.next(atMicroseconds: time.microsecondsSince1970), code: LinkCode(code),
                platform: .android, at: time, fingerprint: nil, isRedirected: true)
        }
        try await rig.pool.run(InsertClicks(clicks))
    }

    @Test func `old clicks go, however many, and young ones stay`() async throws {
        try await ServiceRig.with { rig, loop in
            let kept = "SELECT code, count(*) FROM clicks GROUP BY code ORDER BY code"
            let old = Self.retentionSeconds + Self.minuteSeconds
            // More than two bites, and none left over by the third.
            try await click("old", count: 2_500, agoSeconds: old, rig)
            try await click("ancient", count: 3, agoSeconds: 5 * Self.retentionSeconds, rig)
            try await click("young", count: 7, agoSeconds: Self.retentionSeconds - Self.minuteSeconds, rig)
            try await click("new", count: 5, agoSeconds: 0, rig)
            let house = Housekeeping(
                pool: rig.pool, clickRetentionDays: 30, log: { _ in }, pauseMilliseconds: 20)
            let keeping = Task.immediate(priority: EventLoop.taskPriority) { await house.run(on: loop) }
            #expect(try await eventually { try rig.database.psql(kept) == "new|5\nyoung|7" })
            // It comes round again.
            try await click("old", count: 1_001, agoSeconds: old, rig)
            #expect(try await eventually { try rig.database.psql(kept) == "new|5\nyoung|7" })
            await rig.pool.close(on: loop)
            await keeping.value
        }
    }

    @Test func `what fails is logged, and tried again`() async throws {
        try await ServiceRig.with { rig, loop in
            try rig.database.psql("REVOKE DELETE ON clicks FROM shipmate_service")
            try await click("old", count: 3, agoSeconds: 2 * Self.retentionSeconds, rig)
            let lines = Locked<[LogLine]>([])
            let house = Housekeeping(
                pool: rig.pool, clickRetentionDays: 30, log: { line in lines.withLock { $0.append(line) } },
                pauseMilliseconds: 20)
            let keeping = Task.immediate(priority: EventLoop.taskPriority) { await house.run(on: loop) }
            #expect(await eventually { lines.withLock { $0.count } > 1 })
            #expect(lines.withLock { $0 }.allSatisfy { $0.message == "housekeeping failed" })
            try rig.database.psql("GRANT DELETE ON clicks TO shipmate_service")
            #expect(try await eventually { try rig.database.psql("SELECT count(*) FROM clicks") == "0" })
            await rig.pool.close(on: loop)
            await keeping.value
        }
    }
}
