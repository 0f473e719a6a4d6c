import Batching
import EventLoops
import TestSupport
import Testing

/// Whom somebody else blocks waits alone, and for no longer than a caller waits.
@Suite struct QuarantineTests {
    @Test func `the rest of its batch is done at once, and it is done when it can be`() async throws {
        try await CoalescerRig.with { rig, loop in
            var isLocked = true
            rig.gate.answer = { commands throws(BatchError<InfrastructureError>) in
                if isLocked, commands.contains(where: { $0 / 10 == 5 }) { throw .locked }
                return commands.map { .success($0 * 10) }
            }
            rig.gate.isOpen = true
            let group = rig.submit([10, 50, 30], on: loop)
            let others = [20, 40, 60, 51, 70].map { rig.submit([$0], on: loop) }
            #expect(await eventually { others.filter { $0.results != nil }.count == 4 })
            #expect(others[3].results == nil && group.results == nil)
            #expect(rig.coalescer.queueDepth <= 2)
            isLocked = false
            #expect(await eventually { group.results == [.success(100), .success(500), .success(300)] })
            #expect(await eventually { others[3].results == [.success(510)] })
        }
    }

    @Test func `once it is known, nobody meets the lock again`() async throws {
        try await CoalescerRig.with { rig, loop in
            rig.gate.answer = { commands throws(BatchError<InfrastructureError>) in
                if commands.contains(where: { $0 / 10 == 5 }) { throw .locked }
                return commands.map { .success($0) }
            }
            rig.gate.isOpen = true
            _ = rig.submit([50, 10], on: loop)
            #expect(await eventually { rig.gate.batches.filter { $0 == [50] }.count > 1 })
            let known = rig.gate.batches.count
            let groups = (0..<20).map { rig.submit([51, 10 + $0 % 3, 20, 70], on: loop) }
            #expect(await eventually { rig.gate.batches.joined().filter { $0 == 70 }.count == 20 })
            #expect(groups.allSatisfy { $0.results == nil })
            let mixed = rig.gate.batches[known...].filter { batch in
                batch.contains { $0 / 10 == 5 } && !batch.allSatisfy { $0 / 10 == 5 }
            }
            #expect(mixed.isEmpty)
        }
    }

    @Test func `in vain it fails alone, in its caller's time`() async throws {
        let limits = CoalescerLimits(batchesInFlightMax: 1, waitMilliseconds: 600)
        try await CoalescerRig.with(limits) { rig, loop in
            rig.gate.answer = { commands throws(BatchError<InfrastructureError>) in
                if commands.contains(50) { throw .locked }
                return commands.map { .success($0) }
            }
            rig.gate.isOpen = true
            let since = MonotonicInstant.now
            let group = rig.submit([10, 50, 30], on: loop)
            #expect(await eventually { group.results != nil })
            #expect(group.results == [.success(10), .failure(.unavailable), .success(30)])
            #expect(MonotonicInstant.now.milliseconds(since: since) >= 590)
            #expect(await eventually { rig.coalescer.queueDepth == 0 })
        }
    }

    @Test func `closing fails who is aside`() async throws {
        try await CoalescerRig.with { rig, loop in
            rig.gate.answer = { _ throws(BatchError<InfrastructureError>) in throw .locked }
            rig.gate.isOpen = true
            let answers = [[50], [60, 70]].map { rig.submit($0, on: loop) }
            #expect(await eventually { rig.gate.batches.filter { $0 == [70] }.count > 1 })
            rig.coalescer.close()
            #expect(await eventually { answers.allSatisfy { $0.results != nil } })
            #expect(answers.flatMap { $0.results ?? [] }.allSatisfy { $0 == .failure(.unavailable) })
        }
    }

    @Test func `a batch that conflicts again and again is split until it doesn't`() async throws {
        try await CoalescerRig.with { rig, loop in
            var alone = 0
            rig.gate.answer = { commands throws(BatchError<InfrastructureError>) in
                if commands.count > 2 { throw .conflicted }
                if commands == [3] {
                    alone += 1
                    if alone == 1 { throw .conflicted }
                }
                return commands.map { .success($0) }
            }
            rig.gate.isOpen = true
            let group = rig.submit(Array(0..<9), on: loop)
            #expect(await eventually { group.results == (0..<9).map { .success($0) } })
        }
    }

    @Test func `nothing is begun for those whose time is over`() async throws {
        let limits = CoalescerLimits(batchesInFlightMax: 1, waitMilliseconds: 200)
        try await CoalescerRig.with(limits) { rig, loop in
            rig.gate.answer = { _ throws(BatchError<InfrastructureError>) in throw .conflicted }
            rig.gate.isOpen = true
            let group = rig.submit(Array(0..<4), on: loop)
            #expect(await eventually { group.results != nil })
            #expect(group.results == (0..<4).map { _ in .failure(.unavailable) })
            // The next is served, and the last one's attempts have ended.
            rig.gate.answer = { commands throws(BatchError<InfrastructureError>) in
                commands.map { .success($0) }
            }
            #expect(await rig.coalescer.submit(9) == .success(9))
        }
    }
}
