import EventLoops
import Testing

@testable import Invitations

@Suite struct ClickStorageTests {
    @Test func `stores a second's worth at once, and then as much as each second allows`() {
        var limits = ClickStorage.Limits()
        limits.bytesPerSecond = 10_000
        let storage = ClickStorage(limits)
        let start = MonotonicInstant.now
        func admitted(at milliseconds: Int) -> Int {
            let now = start.adding(milliseconds: milliseconds)
            return (0..<1_000).filter { _ in storage.admit(bytes: 200, at: now) }.count
        }
        #expect(admitted(at: 0) == 50)
        #expect(admitted(at: 0) == 0)
        #expect(admitted(at: 100) == 5)
        #expect(admitted(at: 10_000) == 50)
        // What is larger than all of it is never stored.
        #expect(!storage.admit(bytes: 10_001, at: start.adding(milliseconds: 60_000)))
    }
}
