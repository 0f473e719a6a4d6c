import Testing

@testable import Rewards

/// How trials and backfills leave time to others.
struct JobPaceTests {
    private func rest(_ milliseconds: Int64, beside others: Int64) -> Int {
        JobPace.restMilliseconds(after: milliseconds * 1_000_000, beside: others)
    }

    @Test func `a job that is alone doesn't rest`() {
        #expect(rest(20, beside: 0) == 0)
        #expect(rest(60_000, beside: 0) == 0)
    }

    @Test func `beside others it rests as long as a page took, for each of them up to four`() {
        #expect(rest(20, beside: 1) == 21)
        #expect(rest(20, beside: 3) == 61)
        #expect(rest(20, beside: 4) == 81)
        #expect(rest(20, beside: 90) == 81)
        #expect(rest(0, beside: 1) == 1)
    }

    @Test func `it never rests so long that its lease could run out`() {
        #expect(rest(5_000, beside: 1) == 1_000)
        #expect(rest(.max / 1_000_000, beside: 4) == 1_000)
    }
}
