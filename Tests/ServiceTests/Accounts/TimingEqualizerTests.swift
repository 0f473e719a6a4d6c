import EventLoops
import TestSupport
import Testing

@testable import Accounts

@Suite struct TimingEqualizerTests {
    @Test func `a refusal waits for as long as what was accepted took, and for nothing before that`()
        async throws
    {
        try await onLoop { loop in
            let time = TimingEqualizer(on: loop)
            #expect(time.millisecondsLeft(at: 0) == 0)
            time.accepted(since: .now.adding(milliseconds: -30))
            let start = MonotonicInstant.now
            await time.refused(since: start)
            #expect(MonotonicInstant.now.milliseconds(since: start) >= 29)
            for number in 0..<100 {
                time.accepted(since: .now.adding(milliseconds: number % 3 == 0 ? -60_000 : -30))
            }
            #expect((25..<60).contains(time.millisecondsLeft(at: 0)))
            #expect(time.millisecondsLeft(at: 20_000_000) < 40)
            for _ in 0..<200 { time.accepted(since: .now.adding(milliseconds: -60_000)) }
            #expect(time.millisecondsLeft(at: 0) == 100)
        }
    }
}
