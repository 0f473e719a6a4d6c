import EventLoops
internal import Glibc
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct EventLoopTests {
    /// Counts on one loop.
    private final class Counter: Sendable {
        let count = Locked(0)

        func add() { count.withLock { $0 += 1 } }
        var value: Int { count.withLock { $0 } }
    }

    @Test func `loses no task that other threads hand over`() async throws {
        let group = try EventLoopGroup(count: 2)
        defer { group.stop() }
        let counter = Counter()
        await withTaskGroup(of: Void.self) { tasks in
            for sender in 0..<8 {
                tasks.addTask {
                    for round in 0..<2000 {
                        await group.loops[(sender + round) % 2].perform { _ in counter.add() }
                    }
                }
            }
        }
        #expect(counter.value == 16_000)
    }

    @Test func `serves loops that talk to each other while their sockets are busy`() async throws {
        try await onLoop(count: 2) { loop, group in
            let (pipe, log) = (Pipe(), Log())
            pipe.write()
            let watch = try loop.watch(pipe.readEnd, for: .read) { log.add("busy") }
            watch.start()
            let counter = Counter()
            for _ in 0..<2000 {
                await group.loops[1].perform { _ in counter.add() }
                loop.assertIsolated()
            }
            watch.stop()
            #expect(counter.value == 2000)
            #expect(!log.entries.isEmpty)
        }
    }

    @Test func `keeps its tasks on its thread after each wait`() async throws {
        try await onLoop(count: 2) { loop, group in
            let thread = pthread_self()
            let pool = try BlockingPool(workers: 1, queueMax: 8)
            func isHome() -> Bool {
                loop.assertIsolated()
                return pthread_equal(thread, pthread_self()) != 0
            }
            // Each kind of suspension comes back here; first a timer.
            try await loop.sleep(milliseconds: 1)
            #expect(isHome())
            _ = try await pool.run { 1 }
            #expect(isHome())
            await group.loops[1].perform { _ in }
            #expect(isHome())
            await Task.yield()
            #expect(isHome())
            await Task.detached {}.value
            #expect(isHome())
        }
    }

    @Test func `starts a task without a hop, and goes on with it here`() async throws {
        try await onLoop { loop, _ in
            let log = Log()
            let task = Task.immediate {
                _ = loop
                log.add("started")
                // Comes back on a turn of its own.
                try? await loop.sleep(milliseconds: 1)
                loop.assertIsolated()
                log.add("went on")
            }
            log.add("caller")
            await task.value
            #expect(log.entries == ["started", "caller", "went on"])
        }
    }

    @Test func `gives sockets and timers their turn while tasks start more tasks`() async throws {
        try await onLoop { loop, _ in
            let (pipe, log) = (Pipe(), Log())
            let watch = try loop.watch(pipe.readEnd, for: .read) {
                _ = pipe.read()
                log.add("socket")
            }
            let timer = try loop.timer { log.add("timer") }
            watch.start()
            timer.start(afterMilliseconds: 1)
            pipe.write()
            // Counted, since the time of a turn depends on the machine: with no turn for others all are used.
            var turnsLeft = 5_000_000
            let more = Holder<() -> Void>()
            more.value = {
                guard log.entries.count < 2, turnsLeft > 0 else { return }
                turnsLeft -= 1
                Task {
                    _ = loop
                    more.value?()
                }
            }
            more.value?()
            #expect(await eventually { log.entries.sorted() == ["socket", "timer"] })
            #expect(turnsLeft > 0)
            watch.stop()
        }
    }

    @Test func `many can sleep at once`() async throws {
        try await onLoop { loop, _ in
            let start = MonotonicInstant.now
            await withDiscardingTaskGroup { tasks in
                for _ in 0..<500 {
                    tasks.addTask { try? await loop.sleep(milliseconds: 30) }
                }
            }
            #expect(
                MonotonicInstant.now.milliseconds(since: start) < 10_000, "one after the other they take 15 s"
            )
        }
    }

    @Test func `a task that sleeps when its loop stops ends, and is released with what the loop keeps`()
        async throws
    {
        let (slept, kept) = (Counter(), LoopLocal<Counter>())
        weak var known: Counter?
        weak var ended: EventLoop?
        do {
            let (group, counter) = (try EventLoopGroup(count: 1), Counter())
            await group.loops[0].perform { loop in
                kept.set(counter, on: loop)
                Task.immediate(priority: EventLoop.taskPriority) {
                    do throws(EventLoopError) {
                        try await loop.sleep(milliseconds: 3_600_000)
                    } catch {
                        if error == .stopped { slept.add() }
                    }
                }
            }
            (known, ended) = (counter, group.loops[0])
            group.stop()
        }
        #expect(slept.value == 1)
        #expect(known == nil)
        #expect(await eventually { ended == nil })
    }
}
