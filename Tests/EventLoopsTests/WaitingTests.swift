import TestSupport
import Testing

@testable import EventLoops

@Suite struct WaitingTests {
    @Test func `a wake between a caller's look and its wait is not missed`() async throws {
        try await onLoop { loop in
            let (waiting, state) = (Waiting(), State())
            let wakeSoon = {
                Task(priority: EventLoop.taskPriority) { state.becomeReady(waiting, on: loop) }
            }
            // The capture list takes this closure off the loop's isolation: its task is suspended there.
            let ask: () async -> Void = { [waiting, state, wakeSoon] in
                guard !state.isReady else { return }
                _ = wakeSoon()
                await waiting.wait { !state.isReady }
                state.isDone = true
            }
            Task.immediate(priority: EventLoop.taskPriority) {
                _ = loop
                await ask()
            }
            #expect(await soon { state.isDone })
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
                #expect(await soon { state.isDone })
            }
            waiting.wake()
        }
    }
}

private final class State {
    var isReady = false
    var isDone = false

    func becomeReady(_ waiting: Waiting, on loop: isolated EventLoop) {
        isReady = true
        waiting.wake()
    }
}
