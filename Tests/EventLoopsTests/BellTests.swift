import EventLoops
import TestSupport
import Testing

@Suite struct BellTests {
    @Test func `whoever waits is woken from another loop, and a ring before the wait is not lost`()
        async throws
    {
        let group = try EventLoopGroup(count: 2)
        defer { group.stop() }
        let bells = (Bell(), Bell())
        let rounds = 200
        async let there = echo(bells.0, to: bells.1, rounds, on: group.loops[0])
        async let back = echo(bells.1, to: bells.0, rounds, on: group.loops[1])
        bells.0.ring()
        #expect(await there == rounds)
        #expect(await back == rounds)
    }

    private func echo(_ bell: Bell, to other: Bell, _ rounds: Int, on loop: isolated EventLoop) async -> Int {
        var count = 0
        while count < rounds {
            await bell.wait()
            count += 1
            other.ring()
        }
        return count
    }
}
