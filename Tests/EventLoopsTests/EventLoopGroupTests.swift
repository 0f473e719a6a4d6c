import EventLoops
internal import Glibc
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct EventLoopGroupTests {
    @Test func `has the loops asked for, one at the least`() throws {
        for (asked, count) in [(3, 3), (1, 1), (0, 1), (-2, 1)] {
            let group = try EventLoopGroup(count: asked)
            #expect(group.loops.map(\.index) == Array(0..<count))
            group.stop()
        }
        #expect(EventLoopGroup.processorCount >= 1)
    }

    @Test func `stops at once after its start`() throws {
        for _ in 0..<200 { try EventLoopGroup(count: 2).stop() }
    }

    @Test func `can be stopped twice, and from several threads`() async throws {
        let group = try EventLoopGroup(count: 2)
        await withDiscardingTaskGroup { tasks in
            for _ in 0..<4 { tasks.addTask { group.stop() } }
        }
        group.stop()
    }

    @Test func `stops although its tasks always start more`() async throws {
        let group = try EventLoopGroup(count: 1)
        await group.loops[0].perform { loop in
            let more = Holder<() -> Void>()
            more.value = {
                Task {
                    _ = loop
                    more.value?()
                }
            }
            more.value?()
        }
        group.stop()
    }

    @Test func `waits for the callback that runs`() async throws {
        let group = try EventLoopGroup(count: 1)
        let loop = group.loops[0]
        let (isRunning, isDone) = (Locked(false), Locked(false))
        Task {
            await loop.perform { _ in
                isRunning.withLock { $0 = true }
                // Still running when the group is stopped.
                usleep(50_000)
                isDone.withLock { $0 = true }
            }
        }
        #expect(await eventually { isRunning.withLock { $0 } })
        group.stop()
        #expect(isDone.withLock { $0 })
    }

    @Test func `groups come and go side by side`() async throws {
        await withTaskGroup(of: Bool.self) { tasks in
            for _ in 0..<16 {
                tasks.addTask {
                    let answer = try? await onLoop { loop, _ in
                        // Through a timer, so that the loop turns.
                        try await loop.sleep(milliseconds: 1)
                        return true
                    }
                    return answer == true
                }
            }
            for await isAnswered in tasks { #expect(isAnswered) }
        }
    }

    @Test func `a loop that has ended is nobody's`() async {
        await #expect(processExitsWith: .failure) {
            // Threads are reused: the next one may have the number of the one that ended.
            let ended = try EventLoopGroup(count: 1)
            let loop = ended.loops[0]
            ended.stop()
            try await onLoop { other, _ in loop.preconditionIsolated() }
        }
    }
}
