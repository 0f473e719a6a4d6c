import EventLoops
import TestSupport
import Testing

@testable import Service

@Suite struct EvenTimeTests {
    @Test func `a refusal waits for as long as what was accepted took, and for nothing before that`()
        async throws
    {
        try await onLoop { loop in
            let time = EvenTime(on: loop)
            #expect(await waited(time) < 20)
            time.accepted(since: .now.adding(milliseconds: -30))
            #expect(await waited(time) >= 29)
            for number in 0..<100 {
                time.accepted(since: .now.adding(milliseconds: number % 3 == 0 ? -60_000 : -30))
            }
            #expect((25..<60).contains(await waited(time)))
            for _ in 0..<200 { time.accepted(since: .now.adding(milliseconds: -60_000)) }
            #expect((100..<30_000).contains(await waited(time)))
        }
    }

    private func waited(_ time: EvenTime) async -> Int {
        let start = MonotonicInstant.now
        await time.refused(since: start)
        return MonotonicInstant.now.milliseconds(since: start)
    }
}
