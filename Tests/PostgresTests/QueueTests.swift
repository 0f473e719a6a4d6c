import Testing

@testable import Postgres

@Suite struct QueueTests {
    @Test func `keeps its order through growing and shrinking`() {
        var queue = Queue<Int>()
        var next = 0
        var expected = 0
        for round in 0..<200 {
            for _ in 0..<(round % 7 + 1) {
                queue.append(next)
                next += 1
            }
            for _ in 0..<(round % 5) where !queue.isEmpty {
                #expect(queue.popFirst() == expected)
                expected += 1
            }
            #expect(queue.count == next - expected)
        }
        while let element = queue.popFirst() {
            #expect(element == expected)
            expected += 1
        }
        #expect(expected == next && queue.isEmpty)
    }

    @Test func `a back-off doubles to its limit, with jitter, and starts over`() {
        var backoff = Backoff(milliseconds: 50...1_000)
        for step in [50, 100, 200, 400, 800, 1_000, 1_000] {
            #expect(((step + 1) / 2...step).contains(backoff.nextMilliseconds()))
        }
        backoff.reset()
        #expect(backoff.nextMilliseconds() <= 50)
    }
}
