import EventLoops
import Testing

@Suite struct MonotonicInstantTests {
    @Test func `counts both ways`() {
        let instant = MonotonicInstant(nanoseconds: 5_000_000_000)
        let later = instant.adding(milliseconds: 1500)
        #expect(later > instant)
        #expect(later.milliseconds(since: instant) == 1500)
        #expect(instant.milliseconds(since: later) == -1500)
        #expect(later.nanoseconds(since: instant) == 1_500_000_000)
    }

    @Test func `never goes back`() {
        var last = MonotonicInstant.now
        for _ in 0..<10_000 {
            let now = MonotonicInstant.now
            #expect(now >= last)
            last = now
        }
    }
}

@Suite struct LockedTests {
    private struct Failure: Error {}

    @Test func `adds up what many threads do, and passes errors on`() async {
        let count = Locked(0)
        await withDiscardingTaskGroup { tasks in
            for _ in 0..<8 {
                tasks.addTask { for _ in 0..<1000 { count.withLock { $0 += 1 } } }
            }
        }
        #expect(count.withLock { $0 } == 8000)
        #expect(throws: Failure.self) { try count.withLock { _ throws(Failure) in throw Failure() } }
    }
}
