import Batching
import EventLoops
import TestSupport
import Testing

/// Commands of one kind share transactions, without a timer and without mixing up whose outcome is whose.
@Suite struct CoalescerTests {
    @Test func `idle, a command leaves at once`() async throws {
        try await CoalescerRig.with { rig, loop in
            let answer = rig.submit([1], on: loop)
            #expect(await eventually { rig.gate.batches == [[1]] })
            #expect(rig.coalescer.queueDepth == 0)
            rig.gate.letOneThrough()
            #expect(await eventually { answer.results == [.success(10)] })
        }
    }

    @Test func `what queues while a batch is in flight goes together, in order`() async throws {
        try await CoalescerRig.with { rig, loop in
            let first = rig.submit([1], on: loop)
            #expect(await eventually { rig.gate.inFlight == 1 })
            let others = [[2], [3, 4], [5]].map { rig.submit($0, on: loop) }
            #expect(rig.coalescer.queueDepth == 4)
            #expect(rig.gate.batches == [[1]])
            rig.gate.letOneThrough()
            #expect(await eventually { rig.gate.batches == [[1], [2, 3, 4, 5]] })
            #expect(await eventually { first.results == [.success(10)] })
            rig.gate.letOneThrough()
            #expect(await eventually { others.allSatisfy { $0.results != nil } })
            #expect(others[1].results == [.success(30), .success(40)])
            #expect(others[2].results == [.success(50)])
            #expect(rig.batchSizes == [1, 4])
        }
    }

    @Test func `a batch has its limit, and no group is torn apart`() async throws {
        let limits = CoalescerLimits(batchCommandsMax: 3, batchesInFlightMax: 1, waitMilliseconds: 60_000)
        try await CoalescerRig.with(limits) { rig, loop in
            _ = rig.submit([0], on: loop)
            #expect(await eventually { rig.gate.inFlight == 1 })
            let groups = [[1, 2], [3, 4], [5], [6, 7, 8, 9], [10]].map { rig.submit($0, on: loop) }
            rig.gate.open()
            #expect(await eventually { groups.allSatisfy { $0.results != nil } })
            // One larger than a batch goes alone.
            #expect(rig.gate.batches == [[0], [1, 2], [3, 4, 5], [6, 7, 8, 9], [10]])
        }
    }

    @Test func `several batches may be in flight`() async throws {
        let limits = CoalescerLimits(batchesInFlightMax: 2, waitMilliseconds: 60_000)
        try await CoalescerRig.with(limits) { rig, loop in
            _ = rig.submit([1], on: loop)
            #expect(await eventually { rig.gate.inFlight == 1 })
            _ = rig.submit([2], on: loop)
            #expect(await eventually { rig.gate.inFlight == 2 })
            _ = rig.submit([3], on: loop)
            // Time for a batch that must not leave.
            try await loop.sleep(milliseconds: 20)
            #expect(rig.gate.batches == [[1], [2]])
            rig.gate.letOneThrough()
            #expect(await eventually { rig.gate.batches == [[1], [2], [3]] })
        }
    }

    @Test func `beside another in flight, a batch leaves when it is as large`() async throws {
        let limits = CoalescerLimits(batchesInFlightMax: 2, waitMilliseconds: 60_000)
        try await CoalescerRig.with(limits) { rig, loop in
            _ = rig.submit([1, 2, 3], on: loop)
            #expect(await eventually { rig.gate.inFlight == 1 })
            _ = rig.submit([4], on: loop)
            _ = rig.submit([5], on: loop)
            // Time for a batch that must not leave.
            try await loop.sleep(milliseconds: 20)
            #expect(rig.gate.batches == [[1, 2, 3]])
            _ = rig.submit([6], on: loop)
            #expect(await eventually { rig.gate.batches == [[1, 2, 3], [4, 5, 6]] })
            rig.gate.open()
        }
    }

    @Test func `those who come back at once after a batch share the next`() async throws {
        try await CoalescerRig.with { rig, loop in
            let coalescer = rig.coalescer
            for number in 1...3 {
                Task.immediate(priority: EventLoop.taskPriority) {
                    _ = loop
                    _ = await coalescer.submit(number)
                    _ = await coalescer.submit(10 * number)
                }
            }
            #expect(await eventually { rig.gate.inFlight == 1 })
            _ = rig.submit([4], on: loop)
            rig.gate.letOneThrough()
            #expect(await eventually { rig.gate.batches.count == 2 })
            #expect(rig.gate.batches == [[1, 2, 3], [4, 10, 20, 30]])
            rig.gate.open()
        }
    }

    @Test func `with a pause the next batch leaves no sooner, however many wait`() async throws {
        var limits = CoalescerLimits(batchCommandsMax: 2, batchesInFlightMax: 1, waitMilliseconds: 60_000)
        limits.pauseMilliseconds = 100
        try await CoalescerRig.with(limits) { rig, loop in
            rig.gate.open()
            let start = MonotonicInstant.now
            let first = rig.submit([1], on: loop)
            #expect(await eventually { first.results == [.success(10)] })
            let others = [[2], [3], [4]].map { rig.submit($0, on: loop) }
            #expect(await eventually { others.allSatisfy { $0.results != nil } })
            #expect(rig.gate.batches == [[1], [2, 3], [4]])
            #expect(MonotonicInstant.now.milliseconds(since: start) >= 200)
        }
    }

    @Test func `past the queue's limit a caller is told at once`() async throws {
        let limits = CoalescerLimits(batchesInFlightMax: 1, queueCommandsMax: 3, waitMilliseconds: 60_000)
        try await CoalescerRig.with(limits) { rig, loop in
            _ = rig.submit([1], on: loop)
            #expect(await eventually { rig.gate.inFlight == 1 })
            let waiting = rig.submit([2, 3], on: loop)
            #expect(await rig.coalescer.submit([4, 5]) == [.failure(.unavailable), .failure(.unavailable)])
            #expect(!rig.coalescer.isBusy)
            let fits = rig.submit([6], on: loop)
            #expect(rig.coalescer.isBusy)
            rig.gate.open()
            #expect(await eventually { waiting.results != nil && fits.results != nil })
            #expect(fits.results == [.success(60)])
            #expect(!rig.coalescer.isBusy)
            #expect(rig.gate.batches == [[1], [2, 3, 6]])
        }
    }

    @Test func `a command that breaks its batch is found and fails alone`() async throws {
        try await CoalescerRig.with { rig, loop in
            rig.gate.answer = { commands throws(BatchError<InfrastructureError>) in
                if commands.contains(5) { throw .refused(.internalError) }
                return commands.map { .success($0 * 10) }
            }
            _ = rig.submit([0], on: loop)
            #expect(await eventually { rig.gate.inFlight == 1 })
            let group = rig.submit(Array(1...8), on: loop)
            let other = rig.submit([9], on: loop)
            rig.gate.open()
            #expect(await eventually { other.results != nil })
            let expected: [Gate.CommandResult] = (1...8).map {
                $0 == 5 ? .failure(.internalError) : .success($0 * 10)
            }
            #expect(group.results == expected)
            #expect(other.results == [.success(90)])
            #expect(rig.batchSizes == [1, 9])
        }
    }

    @Test func `a database that is away is not asked again by halves`() async throws {
        try await CoalescerRig.with { rig, loop in
            rig.gate.answer = { _ throws(BatchError<InfrastructureError>) in throw .unavailable }
            let answer = rig.submit([1, 2], on: loop)
            rig.gate.open()
            #expect(
                await eventually {
                    answer.results == [.failure(.unavailable), .failure(.unavailable)]
                })
            #expect(rig.gate.batches == [[1, 2]])
        }
    }

    @Test func `who waits too long is told so, while the batch goes on`() async throws {
        try await CoalescerRig.with(CoalescerLimits(batchesInFlightMax: 1, waitMilliseconds: 2_000)) {
            rig, loop in
            let inFlight = rig.submit([1], on: loop)
            #expect(await eventually { rig.gate.inFlight == 1 })
            let queued = rig.submit([2], on: loop)
            #expect(await eventually { inFlight.results != nil && queued.results != nil })
            #expect(inFlight.results == [.failure(.unavailable)])
            #expect(queued.results == [.failure(.unavailable)])
            #expect(rig.gate.inFlight == 1 && rig.coalescer.queueDepth == 0)
            rig.gate.open()
            // What was answered already is not sent any more, and the next is served as ever.
            #expect(await rig.coalescer.submit([3]) == [.success(30)])
            #expect(!rig.gate.batches.contains([2]))
        }
    }

    @Test func `closing fails who waits and lets what is in flight finish`() async throws {
        try await CoalescerRig.with { rig, loop in
            let inFlight = rig.submit([1], on: loop)
            #expect(await eventually { rig.gate.inFlight == 1 })
            let queued = rig.submit([2], on: loop)
            rig.coalescer.close()
            #expect(await eventually { queued.results == [.failure(.unavailable)] })
            #expect(inFlight.results == nil)
            rig.gate.letOneThrough()
            #expect(await eventually { inFlight.results == [.success(10)] })
            #expect(await rig.coalescer.submit([3]) == [.failure(.unavailable)])
            #expect(rig.coalescer.isBusy)
            #expect(rig.gate.batches == [[1]])
        }
    }

    @Test func `nothing to do is nothing to wait for`() async throws {
        try await CoalescerRig.with { rig, _ in
            #expect(await rig.coalescer.submit([]).isEmpty)
            #expect(rig.gate.batches.isEmpty)
        }
    }

    @Test func `who can't be served in time as things go is told at once`() async throws {
        let limits = CoalescerLimits(batchCommandsMax: 1, batchesInFlightMax: 1, waitMilliseconds: 4_000)
        try await CoalescerRig.with(limits) { rig, loop in
            let first = rig.submit([1], on: loop)
            #expect(await eventually { rig.gate.inFlight == 1 })
            let others = (2...4).map { rig.submit([$0], on: loop) }
            rig.gate.letOneThrough()
            #expect(await eventually { first.results != nil })
            // The second takes its time: two more would wait for longer than they should.
            try await loop.sleep(milliseconds: 1_200)
            rig.gate.letOneThrough()
            #expect(await eventually { others[0].results != nil && rig.gate.inFlight == 1 })
            let late = rig.submit([5], on: loop)
            #expect(await eventually(seconds: 2) { late.results == [.failure(.unavailable)] })
            rig.gate.open()
            #expect(await eventually { others.allSatisfy { $0.results != nil } })
            #expect(others.allSatisfy { $0.results?.allSatisfy { (try? $0.get()) != nil } == true })
            // Nobody waits any more: what comes is taken.
            let next = rig.submit([6], on: loop)
            #expect(await eventually { next.results == [.success(60)] })
        }
    }
}
