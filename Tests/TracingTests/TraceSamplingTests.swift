import EventLoops
import Testing

@testable import Tracing

/// Which requests are traced.
struct TraceSamplingTests {
    private func caller(isSampled: Bool) -> TraceContext {
        TraceContext(startingAt: 1).span(2, isSampled: isSampled)
    }

    @Test(arguments: [0, 0.01, 0.25, 1])
    func `takes the given part of requests without a caller`(ratio: Double) {
        let sampling = TraceSampling(ratio: ratio, callersPerSecondMax: 0)
        let taken = (0..<100_000).filter { _ in sampling.takes(.random(in: .min ... .max), calledBy: nil) }
        #expect(abs(Double(taken.count) / 100_000 - ratio) < 0.01)
    }

    @Test func `follows the caller's decision, and no other`() {
        let sampling = TraceSampling(ratio: 1, callersPerSecondMax: 1_000)
        #expect(sampling.takes(1, calledBy: caller(isSampled: true)))
        #expect(!sampling.takes(1, calledBy: caller(isSampled: false)))
    }

    @Test func `takes no more callers in a second than it may`() {
        let sampling = TraceSampling(ratio: 1, callersPerSecondMax: 3)
        let now = MonotonicInstant.now
        let taken = (0..<10).filter { _ in sampling.takesCaller(at: now) }
        #expect(taken.count == 3)
        #expect(!sampling.takesCaller(at: now.adding(milliseconds: 999)))
        #expect(sampling.takesCaller(at: now.adding(milliseconds: 1_000)))
        #expect(sampling.takes(1, calledBy: nil))
    }
}
