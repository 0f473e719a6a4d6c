import TestSupport
import Testing

@testable import EventLoops

@Suite(.timeLimit(.minutes(5))) struct EventuallyTests {
    /// Between two looks it waits, and waits end on a thread of the global pool.
    @Test func `looks where its caller is, each time`() async throws {
        try await onLoop { loop, _ in
            // A closure that names the loop would go there by itself.
            let executor = loop.executor
            var isThere: [Bool] = []
            _ = await eventually {
                isThere.append(executor.isCurrent)
                return isThere.count == 3
            }
            #expect(isThere == [true, true, true])
        }
    }
}
