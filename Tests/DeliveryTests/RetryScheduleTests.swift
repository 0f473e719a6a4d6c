import Testing

@testable import Delivery

/// The pauses between attempts to send one change.
struct RetryScheduleTests {
    private static func seconds(
        after attempts: Int32, asked: Int64? = nil, jitter: Double = 0
    ) -> Int64? {
        RetrySchedule.milliseconds(afterAttempts: attempts, askedSeconds: asked, jitter: jitter)
            .map { $0 / 1_000 }
    }

    @Test func `pauses grow from five seconds to a day, and the tenth failure is the last`() {
        let minutes: [Int64] = [5, 30, 2 * 60, 5 * 60, 10 * 60, 14 * 60, 20 * 60, 24 * 60]
        #expect((1...10).map { Self.seconds(after: $0) } == [5] + minutes.map { $0 * 60 } + [nil])
    }

    @Test func `jitter adds a tenth at most`() {
        #expect(Self.seconds(after: 2, jitter: 0.5) == 315)
        #expect(Self.seconds(after: 2, jitter: 1) == 330)
    }

    @Test func `a receiver asks for a longer pause, up to an hour`() {
        #expect(Self.seconds(after: 1, asked: 60) == 60)
        #expect(Self.seconds(after: 1, asked: 86_400) == 3_600)
        #expect(Self.seconds(after: 2, asked: 60) == 300)
        #expect(Self.seconds(after: 10, asked: 60) == nil)
    }
}
