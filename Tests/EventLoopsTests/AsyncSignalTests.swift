import EventLoops
import TestSupport
import Testing

@Suite struct AsyncSignalTests {
    @Test func `whoever waits is woken from another loop, and a ring before the wait is not lost`()
        async throws
    {
        let group = try EventLoopGroup(count: 2)
        defer { group.stop() }
        let signals = (AsyncSignal(), AsyncSignal())
        let rounds = 200
        async let there = echo(signals.0, to: signals.1, rounds, on: group.loops[0])
        async let back = echo(signals.1, to: signals.0, rounds, on: group.loops[1])
        signals.0.send()
        #expect(await there == rounds)
        #expect(await back == rounds)
    }

    private func echo(
        _ signal: AsyncSignal, to other: AsyncSignal, _ rounds: Int, on loop: isolated EventLoop
    ) async -> Int {
        var count = 0
        while count < rounds {
            await signal.wait()
            count += 1
            other.send()
        }
        return count
    }
}
