import TestSupport
import Testing

@testable import EventLoops

/// What holds the runtime's hook to its purpose, on this toolchain and the next.
struct LoopResumptionTests {
    /// A task that came back through the global pool would be later than what the loop does right after.
    @Test func `a loop's task goes on before the loop does anything else`() async throws {
        try await onLoop { loop, _ in
            let (log, waiting) = (Log(), Holder<UnsafeContinuation<Void, Never>>())
            Task.immediate(priority: EventLoop.taskPriority) {
                _ = loop
                await withUnsafeContinuation { waiting.value = $0 }
                loop.assertIsolated()
                log.add("task")
            }
            let timer = try loop.timer {
                waiting.value?.resume()
                Task(priority: EventLoop.taskPriority) {
                    _ = loop
                    log.add("loop")
                }
            }
            timer.start(afterMilliseconds: 1)
            #expect(await eventually { log.entries.count == 2 })
            #expect(log.entries == ["task", "loop"])
        }
    }

    @Test func `a check at start finds tasks that would go on elsewhere`() async throws {
        try await onLoop { loop, _ in
            try loop.checkResumption()
            let elsewhere = Holder<UnsafeContinuation<Void, Never>>()
            #expect(throws: EventLoopError.resumesElsewhere) {
                try loop.checkResumption { elsewhere.value = $0 }
            }
            elsewhere.value?.resume()
        }
    }

    /// Such a task may block, and must not block the loop.
    @Test func `a task of nobody's loop does not go on on one`() async throws {
        let group = try EventLoopGroup(count: 1)
        let loop = group.loops[0]
        await withUnsafeContinuation { (continuation: UnsafeContinuation<Void, Never>) in
            Task { await resume(continuation, on: loop) }
        }
        #expect(!loop.executor.isCurrent)
        group.stop()
    }

    private func resume(_ continuation: UnsafeContinuation<Void, Never>, on loop: isolated EventLoop) {
        continuation.resume()
    }
}
