import EventLoops
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct LoopTimerTests {
    @Test func `fire in the order of their times, each once`() async throws {
        try await onLoop { loop, _ in
            let log = Log()
            var timers: [LoopTimer] = []
            for delay in [90, 10, 50] {
                let timer = try loop.timer { log.add("\(delay)") }
                timer.start(afterMilliseconds: delay)
                timers.append(timer)
            }
            #expect(await eventually { log.entries.count == 3 })
            // Time for one of them to fire again.
            try await loop.sleep(milliseconds: 120)
            #expect(log.entries == ["10", "50", "90"])
            _ = timers
        }
    }

    @Test func `fires no earlier than it was told, but for the grain of the clock`() async throws {
        try await onLoop { loop, _ in
            let start = MonotonicInstant.now
            try await loop.sleep(milliseconds: 60)
            #expect(MonotonicInstant.now.milliseconds(since: start) >= 50)
        }
    }

    @Test func `fires at once for no time and for less`() async throws {
        try await onLoop { loop, _ in
            let log = Log()
            let timers = try [0, -5].map { delay in
                let timer = try loop.timer { log.add("\(delay)") }
                timer.start(afterMilliseconds: delay)
                return timer
            }
            #expect(await eventually { log.entries.count == timers.count })
        }
    }

    @Test func `stopped or released, never fires`() async throws {
        try await onLoop { loop, _ in
            let log = Log()
            let stopped = try loop.timer { log.add("stopped") }
            var released: LoopTimer? = try loop.timer { log.add("released") }
            stopped.start(afterMilliseconds: 5)
            released?.start(afterMilliseconds: 5)
            stopped.stop()
            stopped.stop()
            released = nil
            // Time for what must not fire.
            try await loop.sleep(milliseconds: 30)
            #expect(log.entries == [])
            _ = released
        }
    }

    @Test func `a new start replaces the one that waits`() async throws {
        try await onLoop { loop, _ in
            let log = Log()
            let timer = try loop.timer { log.add("fired") }
            timer.start(afterMilliseconds: 5)
            timer.start(afterMilliseconds: 60_000)
            // Time for what must not fire.
            try await loop.sleep(milliseconds: 30)
            #expect(log.entries == [])
            timer.start(afterMilliseconds: 1)
            #expect(await eventually { log.entries == ["fired"] })
            // Time for what must not fire again.
            try await loop.sleep(milliseconds: 30)
            #expect(log.entries == ["fired"])
        }
    }

    @Test func `can start itself again from its own action`() async throws {
        try await onLoop { loop, _ in
            let (log, holder) = (Log(), Holder<LoopTimer>())
            holder.value = try loop.timer {
                log.add("tick")
                if log.entries.count < 5 { holder.value?.start(afterMilliseconds: 1) }
            }
            holder.value?.start(afterMilliseconds: 1)
            #expect(await eventually { log.entries.count == 5 })
            // Time for a sixth.
            try await loop.sleep(milliseconds: 20)
            #expect(log.entries.count == 5)
            holder.value = nil
        }
    }

    @Test func `can be stopped and released in its own action`() async throws {
        try await onLoop { loop, _ in
            for _ in 0..<100 {
                let (log, holder) = (Log(), Holder<LoopTimer>())
                holder.value = try loop.timer {
                    holder.value?.stop()
                    holder.value = nil
                    log.add("still here")
                }
                holder.value?.start(afterMilliseconds: 0)
                #expect(await eventually { log.entries == ["still here"] })
            }
        }
    }

    @Test func `one's action can release another that is due at the same time`() async throws {
        try await onLoop { loop, _ in
            let (log, first, second) = (Log(), Holder<LoopTimer>(), Holder<LoopTimer>())
            first.value = try loop.timer {
                log.add("first")
                second.value = nil
            }
            second.value = try loop.timer {
                log.add("second")
                first.value = nil
            }
            first.value?.start(afterMilliseconds: 5)
            second.value?.start(afterMilliseconds: 5)
            // Time for both.
            try await loop.sleep(milliseconds: 50)
            #expect(log.entries.count == 1)
        }
    }
}
