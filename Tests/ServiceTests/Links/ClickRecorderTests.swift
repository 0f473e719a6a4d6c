import EventLoops
import FoundationEssentials
import Links
import Postgres
import TestSupport
import Testing
import Values

@testable import Batching
@testable import Invitations

@Suite struct ClickRecorderTests {
    private func click(_ rig: ServiceRig, _ code: String, _ platform: Platform = .android) -> Click {
        Click(
            id: rig.context.makeID(), code: LinkCode(code), platform: platform, at: rig.now,
            fingerprint: nil, isRedirected: platform == .android)
    }

    private func recorder(
        _ rig: ServiceRig, _ limits: ClickRecorder.Limits = .init(), _ storage: ClickStorage = ClickStorage(),
        on loop: isolated EventLoop
    ) throws -> ClickRecorder {
        var limits = limits
        // Patient, since a loaded machine is no fault of the code under test.
        limits.closeMilliseconds = 60_000
        return try ClickRecorder(
            pool: rig.pool, storage: storage, zone: .utc, limits: limits, log: { _ in }, on: loop)
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

    @Test func `past its bound clicks are counted, and of too many links dropped`() async throws {
        try await ServiceRig.with { rig, loop in
            var limits = ClickRecorder.Limits()
            (limits.queueClicksMax, limits.talliesMax) = (10, 2)
            let recorder = try recorder(rig, limits, on: loop)
            for number in 0..<16 { recorder.record(click(rig, number < 14 ? "c" : "d\(number)")) }
            #expect(recorder.counts.dropped == 1 && recorder.queueDepth == 10)
            await recorder.close(on: loop)
            recorder.record(click(rig, "c"))
            #expect(recorder.counts == .init(recorded: 10, counted: 5, dropped: 2))
            #expect(try rig.database.psql("SELECT count(*) FROM clicks") == "10")
            let sums = "SELECT code, click, redirect FROM link_stats ORDER BY code"
            #expect(try rig.database.psql(sums) == "c|14|14\nd14|1|1")
        }
    }

    @Test func `past its budget, without room and by who comes too often, clicks are counted alone`()
        async throws
    {
        try await ServiceRig.with { rig, loop in
            var limits = ClickStorage.Limits()
            limits.bytesPerSecond = 1_024
            let storage = ClickStorage(limits)
            let recorder = try recorder(rig, .init(), storage, on: loop)
            for _ in 0..<100 { recorder.record(click(rig, "c")) }
            let stored = recorder.queueDepth
            // Five fit into a second; the machine may have been slow.
            #expect((5..<50).contains(stored))
            #expect(storage.note(hasRoom: false))
            try await loop.sleep(milliseconds: 400)
            recorder.record(click(rig, "c"))
            #expect(!storage.note(hasRoom: false) && storage.note(hasRoom: true))
            recorder.record(click(rig, "c"), mayStore: false)
            await recorder.close(on: loop)
            #expect(recorder.counts == .init(recorded: stored, counted: 102 - stored))
            #expect(try rig.database.psql("SELECT count(*) FROM clicks") == "\(stored)")
            #expect(try rig.database.psql("SELECT sum(click), sum(redirect) FROM link_stats") == "102|102")
        }
    }

    @Test func `a click takes no more on disk than it is taken for`() async throws {
        try await ServiceRig.with { rig, loop in
            var limits = ClickStorage.Limits()
            limits.bytesPerSecond = 1 << 30
            let recorder = try recorder(rig, .init(), ClickStorage(limits), on: loop)
            let kept = "https://go.example.com/?link=" + String(repeating: "x", count: 400)
            let bytes = "SELECT sum(bytes) FROM click_partitions"
            let before = try #require(Int(try rig.database.psql(bytes)))
            let clicks = (0..<20_000).map { number in
                Click(
                    id: rig.context.makeID(), code: number % 4 == 0 ? nil : LinkCode("nlAR8U4SlKRZw1cb2"),
                    keptLink: number % 4 == 0 ? kept : nil, platform: .iphone, at: rig.now,
                    fingerprint: Fingerprint(device: .random(in: 0 ... .max), agent: .random(in: 0 ... .max)),
                    isRedirected: true)
            }
            for click in clicks { recorder.record(click) }
            #expect(await eventually { recorder.counts.recorded == clicks.count })
            await recorder.close(on: loop)
            #expect(recorder.counts == .init(recorded: clicks.count))
            let taken = try #require(Int(try rig.database.psql(bytes))) - before
            let expected = clicks.reduce(0) { $0 + $1.storedBytes }
            #expect(taken <= expected && taken > expected / 2, "\(taken) of \(expected)")
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
