import EventLoops
import Testing

@testable import Accounts

/// How long a provider's keys are believed.
@Suite struct KeyLifetimeTests {
    private let start = MonotonicInstant(nanoseconds: 1_000_000_000_000)

    private func after(seconds: Int) -> MonotonicInstant { start.adding(milliseconds: seconds * 1_000) }

    @Test(arguments: [
        ("max-age=3600", 3_600), ("public, MAX-AGE = 3600, must-revalidate", 3_600), ("max-age=1", 300),
        ("no-store", 300), ("", 300), ("max-age=x", 300), ("max-age=-5", 300), ("s-maxage=9000", 300),
        ("max-age=99999999", 86_400), ("max-age=999999999999999999999", 300),
    ])
    func `they are fresh for as long as the provider says, from five minutes to a day`(
        header: String, seconds: Int
    ) {
        let lifetime = KeyLifetime(readAt: start, cacheControl: header)
        #expect(lifetime.isFresh(at: after(seconds: seconds - 1)))
        #expect(!lifetime.isFresh(at: after(seconds: seconds)))
    }

    @Test func `and good for a day while it is away`() {
        let lifetime = KeyLifetime(readAt: start, cacheControl: nil)
        #expect(lifetime.isGood(at: after(seconds: 86_399)) && !lifetime.isGood(at: after(seconds: 86_400)))
    }

    @Test func `a key that isn't there has them asked for once a minute, and a failure once in five seconds`()
    {
        #expect(KeyLifetime.mayLookAgain(since: nil, at: start))
        #expect(!KeyLifetime.mayLookAgain(since: start, at: after(seconds: 59)))
        #expect(KeyLifetime.mayLookAgain(since: start, at: after(seconds: 60)))
        #expect(!KeyLifetime.mayRetry(since: start, at: after(seconds: 4)))
        #expect(KeyLifetime.mayRetry(since: start, at: after(seconds: 5)))
    }
}
