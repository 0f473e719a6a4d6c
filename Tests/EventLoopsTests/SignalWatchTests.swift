import EventLoops
internal import Glibc
import TestSupport
import Testing

/// One at a time: libevent serves signals on one loop of the process.
@Suite(.serialized, .timeLimit(.minutes(5))) struct SignalWatchTests {
    @Test func `calls on the loop for its signal, each time`() async throws {
        try await onLoop { loop, _ in
            let log = Log()
            let first = try loop.watch(signal: SIGUSR1) { log.add("one") }
            let second = try loop.watch(signal: SIGUSR2) {
                loop.assertIsolated()
                log.add("two")
            }
            for (signal, entry) in [(SIGUSR1, "one"), (SIGUSR2, "two"), (SIGUSR2, "two"), (SIGUSR1, "one")] {
                let count = log.entries.count
                kill(getpid(), signal)
                #expect(await eventually { log.entries.count == count + 1 })
                #expect(log.entries.last == entry)
            }
            _ = (first, second)
        }
    }

    @Test func `can be released in its own action, and gives the signal back`() async throws {
        try await onLoop { loop, _ in
            signal(SIGUSR1, SIG_IGN)
            let (log, holder) = (Log(), Holder<SignalWatch>())
            holder.value = try loop.watch(signal: SIGUSR1) {
                holder.value = nil
                log.add("heard")
            }
            kill(getpid(), SIGUSR1)
            #expect(await eventually { log.entries == ["heard"] })
            kill(getpid(), SIGUSR1)
            // Time for a second call.
            try await loop.sleep(milliseconds: 20)
            #expect(log.entries == ["heard"])
            let former = signal(SIGUSR1, SIG_DFL)
            #expect(unsafeBitCast(former, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self))
        }
    }
}
