import TestSupport
import Testing

@testable import EventLoops

@Suite struct WaitingTests {
    @Test func `a wake between a caller's look and its wait is not missed`() async throws {
        try await onLoop { loop in
            let (waiting, state) = (Waiting(), State())
            Task.immediate(priority: EventLoop.taskPriority) {
                _ = loop
                if !state.isReady { await waiting.wait { state.comesReady() } }
                state.isDone = true
            }
            #expect(await eventually { state.isDone })
        }
    }

    @Test func `waits until it is woken, each time`() async throws {
        try await onLoop { loop in
            let (waiting, state) = (Waiting(), State())
            for _ in 0..<2 {
                state.isDone = false
                Task.immediate(priority: EventLoop.taskPriority) {
                    _ = loop
                    await waiting.wait { true }
                    state.isDone = true
                }
                #expect(!state.isDone)
                waiting.wake()
                #expect(await eventually { state.isDone })
            }
            // Nobody waits now.
            waiting.wake()
        }
    }
}

private final class State {
    var isReady = false
    var isDone = false

    /// What happens before the continuation is kept; the wake for it has no one to wake.
    func comesReady() -> Bool {
        isReady = true
        return !isReady
    }
}
