import Batching
import EventLoops
import Testing

struct CommandPaceTests {
    private let start = MonotonicInstant(nanoseconds: 1_000_000_000)

    @Test func `time while nothing waits is nobody's`() {
        var pace = CommandPace()
        #expect(pace.milliseconds(for: 1_000) == 0)
        pace.batchEnded(of: 10, moreWait: false, at: start)
        pace.batchEnded(of: 10, moreWait: false, at: start.adding(milliseconds: 60_000))
        #expect(pace.milliseconds(for: 1_000) == 0)
    }

    @Test func `a command takes its share of a batch, and two batches in flight halve it`() {
        var pace = CommandPace()
        pace.batchEnded(of: 10, moreWait: true, at: start)
        pace.batchEnded(of: 10, moreWait: true, at: start.adding(milliseconds: 100))
        #expect(pace.milliseconds(for: 20) == 200)
        for batch in 1...100 {
            let end = start.adding(milliseconds: 100 + batch * 100)
            pace.batchEnded(of: 10, moreWait: true, at: end)
            pace.batchEnded(of: 10, moreWait: true, at: end)
        }
        #expect((80...120).contains(pace.milliseconds(for: 20)))
    }

    @Test func `a slow moment is forgotten`() {
        var pace = CommandPace()
        pace.batchEnded(of: 1, moreWait: true, at: start)
        pace.batchEnded(of: 1, moreWait: true, at: start.adding(milliseconds: 2_000))
        #expect(pace.milliseconds(for: 1) == 2_000)
        for batch in 1...50 {
            pace.batchEnded(of: 1, moreWait: true, at: start.adding(milliseconds: 2_000 + batch))
        }
        #expect(pace.milliseconds(for: 1) < 10)
    }
}
