import EventLoops
import FoundationEssentials
import Links
import Postgres
import TestSupport
import Testing

@testable import Service

@Suite struct ClickRecorderTests {
    private func click(_ rig: ServiceRig, _ code: String, _ platform: Platform = .android) -> Click {
        Click(
            id: rig.context.makeID(), code: LinkCode(code), platform: platform, at: rig.now,
            fingerprint: nil, isRedirected: platform == .android)
    }

    private func recorder(
        _ rig: ServiceRig, _ limits: ClickRecorder.Limits, on loop: isolated EventLoop
    ) throws -> ClickRecorder {
        try ClickRecorder(pool: rig.pool, limits: limits, log: { _ in }, on: loop)
    }

    @Test func `statistics add up to the clicks`() async throws {
        try await ServiceRig.with { rig, loop in
            var limits = ClickRecorder.Limits()
            limits.batchClicksMax = 70
            let recorder = try recorder(rig, limits, on: loop)
            for number in 0..<1_000 {
                recorder.record(click(rig, "c\(number % 3)", number % 4 == 0 ? .iphone : .android))
                // Now and then the writer has its turn, so that there are several batches.
                if number % 100 == 0 { try await loop.sleep(milliseconds: 5) }
            }
            await recorder.close(on: loop)
            #expect(recorder.counts == .init(recorded: 1_000, dropped: 0))
            let sums = "SELECT sum(click), sum(redirect) FROM link_stats"
            #expect(try rig.database.psql(sums) == "1000|750")
            #expect(try rig.database.psql("SELECT count(*) FROM clicks WHERE code = 'c1'") == "333")
            let one = "SELECT sum(click) FROM link_stats WHERE code = 'c1'"
            #expect(try rig.database.psql(one) == "333")
        }
    }

    @Test func `past its bound clicks are dropped and counted`() async throws {
        try await ServiceRig.with { rig, loop in
            var limits = ClickRecorder.Limits()
            limits.queueClicksMax = 10
            let recorder = try recorder(rig, limits, on: loop)
            for _ in 0..<15 { recorder.record(click(rig, "c")) }
            #expect(recorder.counts.dropped == 5 && recorder.queueDepth == 10)
            await recorder.close(on: loop)
            recorder.record(click(rig, "c"))
            #expect(recorder.counts == .init(recorded: 10, dropped: 6))
        }
    }

    @Test func `a batch that fails is tried again, and then counted as dropped`() async throws {
        try await ServiceRig.with { rig, loop in
            try rig.database.psql("ALTER TABLE link_stats RENAME TO away")
            var limits = ClickRecorder.Limits()
            limits.pauseMilliseconds = 50
            limits.attemptsMax = 40
            let recorder = try recorder(rig, limits, on: loop)
            recorder.record(click(rig, "c"))
            // Time for some attempts to fail.
            try await loop.sleep(milliseconds: 300)
            #expect(recorder.counts == .init())
            try rig.database.psql("ALTER TABLE away RENAME TO link_stats")
            #expect(await eventually { recorder.counts != .init() })
            #expect(recorder.counts == .init(recorded: 1, dropped: 0))
            try rig.database.psql("ALTER TABLE link_stats RENAME TO away")
            recorder.record(click(rig, "c"))
            await recorder.close(on: loop)
            #expect(recorder.counts == .init(recorded: 1, dropped: 1))
        }
    }
}
