import EventLoops
import FoundationEssentials
import TestSupport
import Testing
import Values

@testable import Batching

/// Where rows are on several nodes, a batch is for one of them.
@Suite struct ShardBatchTests {
    private static let limits = CoalescerLimits(
        batchCommandsMax: 4, batchesInFlightMax: 3, waitMilliseconds: 60_000)

    @Test func `a batch is of one shard, and others' don't wait for it`() async throws {
        try await CoalescerRig.with(Self.limits, shards: true) { rig, loop in
            let first = rig.submit([100], on: loop)
            #expect(await eventually { rig.gate.batches == [[100]] })
            let others = [[101], [200], [102, 103], [201]].map { rig.submit($0, on: loop) }
            #expect(await eventually { rig.gate.batches == [[100], [200, 201]] })
            #expect(rig.coalescer.queueDepth == 3)
            rig.gate.letOneThrough()
            #expect(await eventually { rig.gate.batches == [[100], [200, 201], [101, 102, 103]] })
            rig.gate.open()
            #expect(await eventually { others.allSatisfy { $0.results != nil } })
            #expect(first.results == [.success(1000)])
            #expect(others[2].results == [.success(1020), .success(1030)])
        }
    }

    @Test func `a shard's batch has its limit, and what came later stays behind`() async throws {
        try await CoalescerRig.with(Self.limits, shards: true) { rig, loop in
            _ = rig.submit([100], on: loop)
            #expect(await eventually { rig.gate.inFlight == 1 })
            let groups = [[101, 102, 103], [104, 105], [106]].map { rig.submit($0, on: loop) }
            rig.gate.open()
            #expect(await eventually { groups.allSatisfy { $0.results != nil } })
            #expect(rig.gate.batches == [[100], [101, 102, 103], [104, 105, 106]])
        }
    }

    @Test func `commands of several shards that came together go apart, and are answered together`()
        async throws
    {
        try await CoalescerRig.with(Self.limits, shards: true) { rig, loop in
            let both = rig.submit([200, 100, 201], on: loop)
            #expect(await eventually { rig.gate.inFlight == 2 })
            #expect(rig.gate.batches.sorted { $0[0] < $1[0] } == [[100], [200, 201]])
            let others = rig.submit([101, 202], on: loop)
            rig.gate.letOneThrough()
            #expect(await eventually { rig.gate.batches.count == 3 })
            #expect(both.results == nil)
            rig.gate.open()
            #expect(await eventually { both.results != nil && others.results != nil })
            #expect(both.results == [.success(2000), .success(1000), .success(2010)])
            #expect(others.results == [.success(1010), .success(2020)])
        }
    }

    @Test func `what fits into the batches of several shards is taken, however slow they are`() async throws {
        let limits = CoalescerLimits(batchCommandsMax: 1, batchesInFlightMax: 2, waitMilliseconds: 4_000)
        try await CoalescerRig.with(limits, shards: true) { rig, loop in
            _ = rig.submit([100], on: loop)
            _ = rig.submit([101], on: loop)
            #expect(await eventually { rig.gate.batches == [[100]] })
            rig.gate.letOneThrough()
            #expect(await eventually { rig.gate.batches == [[100], [101]] })
            let third = rig.submit([102], on: loop)
            // So long one takes: two more would wait for longer than they should.
            try await loop.sleep(milliseconds: 1_200)
            rig.gate.letOneThrough()
            #expect(await eventually { rig.gate.batches == [[100], [101], [102]] })
            let taken = [[103], [104]].map { rig.submit($0, on: loop) }
            let late = rig.submit([105], on: loop)
            #expect(await eventually(seconds: 2) { late.results == [.failure(.unavailable)] })
            rig.gate.open()
            #expect(await eventually { (taken + [third]).allSatisfy { $0.results != nil } })
            #expect(taken.map(\.results) == [[.success(1030)], [.success(1040)]])
        }
    }

    @Test func `batches are of all shards, two at a time, while that is told, and of one each afterwards`()
        async throws
    {
        var limits = Self.limits
        limits.mixedBatchesInFlightMax = 2
        try await CoalescerRig.with(limits, shards: true) { rig, loop in
            rig.mixesShards = true
            _ = rig.submit([100], on: loop)
            #expect(await eventually { rig.gate.batches == [[100]] })
            var groups = [[200], [300]].map { rig.submit($0, on: loop) }
            #expect(await eventually { rig.gate.batches == [[100], [200, 300]] })
            groups += [[101, 201], [102, 302]].map { rig.submit($0, on: loop) }
            // Time for a batch that must not leave.
            try await loop.sleep(milliseconds: 20)
            #expect(rig.gate.inFlight == 2 && rig.coalescer.queueDepth == 4)
            rig.mixesShards = false
            rig.gate.letOneThrough()
            #expect(await eventually { rig.gate.inFlight == 3 })
            #expect(rig.gate.batches.dropFirst(2) == [[101, 102], [201]])
            rig.gate.open()
            #expect(await eventually { groups.allSatisfy { $0.results != nil } })
            #expect(groups[3].results == [.success(1020), .success(3020)])
        }
    }

    @Test func `a batch of all shards leaves when it is half as large as those in flight`() async throws {
        try await CoalescerRig.with(Self.limits, shards: true) { rig, loop in
            rig.mixesShards = true
            var groups = [rig.submit([100, 200, 300, 101], on: loop)]
            #expect(await eventually { rig.gate.inFlight == 1 })
            groups.append(rig.submit([201], on: loop))
            // Time for a batch that must not leave.
            try await loop.sleep(milliseconds: 20)
            #expect(rig.gate.inFlight == 1)
            groups.append(rig.submit([301], on: loop))
            #expect(await eventually { rig.gate.batches.last == [201, 301] })
            rig.gate.open()
            #expect(await eventually { groups.allSatisfy { $0.results != nil } })
        }
    }

    @Test func `no more batches leave than may`() async throws {
        try await CoalescerRig.with(Self.limits, shards: true) { rig, loop in
            let groups = [[100], [200], [300], [400]].map { rig.submit($0, on: loop) }
            #expect(await eventually { rig.gate.inFlight == 3 })
            // Time for a batch that must not leave.
            try await loop.sleep(milliseconds: 20)
            #expect(rig.gate.batches == [[100], [200], [300]])
            rig.gate.open()
            #expect(await eventually { groups.allSatisfy { $0.results != nil } })
        }
    }

    @Test func `the largest batch goes first, until another has waited for long`() async throws {
        let limits = CoalescerLimits(batchesInFlightMax: 1, waitMilliseconds: 60_000)
        try await CoalescerRig.with(limits, shards: true) { rig, loop in
            _ = rig.submit([100], on: loop)
            #expect(await eventually { rig.gate.inFlight == 1 })
            let groups = [[200], [300], [400], [301], [500, 501, 502]].map { rig.submit($0, on: loop) }
            rig.gate.letOneThrough()
            #expect(await eventually { rig.gate.batches == [[100], [500, 501, 502]] })
            try await loop.sleep(milliseconds: 30)
            rig.gate.letOneThrough()
            #expect(await eventually { rig.gate.batches.last == [200] })
            rig.gate.open()
            #expect(await eventually { groups.allSatisfy { $0.results != nil } })
            #expect(rig.gate.batches.count == 5 && rig.gate.batches.contains([300, 301]))
        }
    }

    @Test func `a user's shard is the last that begins at the hash or before`() throws {
        let uid = UserID(try #require(UUID(uuidString: "00000000-0000-7000-8000-000000000001")))
        // Its hash is -303109073.
        #expect(ShardMap().shard(of: uid) == 0)
        #expect(ShardMap(starts: [.min, -303_109_073, 0]).shard(of: uid) == 1)
        #expect(ShardMap(starts: [.min, -303_109_072, 0]).shard(of: uid) == 0)
        #expect(ShardMap(starts: [.min, -2_000_000_000, -1_000_000_000, -500_000_000]).shard(of: uid) == 3)
    }
}
