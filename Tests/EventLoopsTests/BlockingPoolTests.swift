import EventLoops
internal import Glibc
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct BlockingPoolTests {
    @Test func `gives results back on the loop that asked`() async throws {
        try await onLoop(count: 2) { loop, group in
            let pool = try BlockingPool(workers: 2, queueMax: 100)
            let thread = pthread_self()
            for number in 0..<200 {
                let (result, worker) = try await pool.run { (number * 2, pthread_self()) }
                loop.assertIsolated()
                #expect(result == number * 2)
                #expect(pthread_equal(worker, thread) == 0)
            }
        }
    }

    @Test func `does not hold the loop meanwhile`() async throws {
        try await onLoop { loop, _ in
            let pool = try BlockingPool(workers: 1, queueMax: 1)
            let hasTicked = Locked(false)
            let timer = try loop.timer { hasTicked.withLock { $0 = true } }
            timer.start(afterMilliseconds: 10)
            let wasSeen = try await pool.run {
                // It blocks, as what the pool is for does.
                for _ in 0..<5000 where !hasTicked.withLock({ $0 }) { usleep(1000) }
                return hasTicked.withLock { $0 }
            }
            #expect(wasSeen)
        }
    }

    @Test func `refuses what its queue can't hold, at once, and takes more when there is room`() async throws
    {
        let pool = try BlockingPool(workers: 1, queueMax: 2)
        let (isStarted, isHeld) = (Locked(false), Locked(true))
        let first = Task {
            try await pool.run {
                isStarted.withLock { $0 = true }
                // It blocks, as what the pool is for does.
                while isHeld.withLock({ $0 }) { usleep(500) }
                return "first"
            }
        }
        #expect(await eventually { isStarted.withLock { $0 } })
        #expect(pool.queueDepth == 0)
        let waiting = (0..<2).map { number in Task { try await pool.run { "waited \(number)" } } }
        #expect(await eventually { pool.queueDepth == 2 })
        await #expect(throws: BlockingPool.Full.self) { try await pool.run { "too many" } }
        isHeld.withLock { $0 = false }
        #expect(try await first.value == "first")
        for (number, task) in waiting.enumerated() { #expect(try await task.value == "waited \(number)") }
        #expect(try await pool.run { "room again" } == "room again")
        #expect(pool.queueDepth == 0)
    }

    @Test func `half of the threads rest while others want the processors`() async throws {
        let pool = try BlockingPool(workers: 2, limits: .init(queueMax: 100, othersProcessorsMax: -1))
        // Each thread has a piece, after which it looks.
        try await meet(in: pool)
        let (running, most) = (Locked(0), Locked(0))
        try await together(20, in: pool) {
            let now = running.withLock { count in
                count += 1
                return count
            }
            most.withLock { $0 = max($0, now) }
            usleep(2_000)
            running.withLock { $0 -= 1 }
        }
        #expect(most.withLock(\.self) == 1)
    }

    @Test func `all threads work while nobody else wants the processors`() async throws {
        let pool = try BlockingPool(workers: 2, limits: .init(queueMax: 100, othersProcessorsMax: .infinity))
        for _ in 0..<3 { try await meet(in: pool) }
    }

    /// Two pieces of work, neither of which ends before the other has begun.
    private func meet(in pool: BlockingPool) async throws {
        let begun = Locked(0)
        try await together(2, in: pool) {
            begun.withLock { $0 += 1 }
            while begun.withLock({ $0 < 2 }) { usleep(500) }
        }
    }

    private func together(
        _ count: Int, in pool: BlockingPool, _ body: @escaping @Sendable () -> Void
    ) async throws {
        try await withThrowingTaskGroup { group in
            for _ in 0..<count { group.addTask { try await pool.run(body) } }
            try await group.waitForAll()
        }
    }

    /// A pool of one thread, which is held until the gate opens.
    private func held(_ limits: BlockingPool.Limits) async throws -> (pool: BlockingPool, gate: Locked<Bool>)
    {
        let pool = try BlockingPool(workers: 1, limits: limits)
        let (isStarted, gate) = (Locked(false), Locked(false))
        pool.submit {
            isStarted.withLock { $0 = true }
            while !gate.withLock({ $0 }) { usleep(500) }
        } orElse: {
            Issue.record("there was room")
        }
        #expect(await eventually { isStarted.withLock { $0 } })
        return (pool, gate)
    }

    @Test func `a crowd of one place waits for itself, and its last go when others need the room`()
        async throws
    {
        let (pool, gate) = try await held(BlockingPool.Limits(queueMax: 8))
        let told = Locked<[String]>([])
        func submit(_ name: String, _ group: UInt64, _ member: UInt64) {
            pool.submit(for: FairnessKey(group: group, member: member)) {
                told.withLock { $0.append(name) }
            } orElse: {
                told.withLock { $0.append("no \(name)") }
            }
        }
        for number in 0..<10 { submit("crowd \(number)", 1, UInt64(number % 5)) }
        #expect(told.withLock { $0 } == ["no crowd 8", "no crowd 9"])
        submit("stranger", 2, 9)
        #expect(told.withLock { $0.last } == "no crowd 7")
        gate.withLock { $0 = true }
        #expect(await eventually { told.withLock { $0.count } == 11 })
        #expect(told.withLock { $0[4] } == "stranger", "\(told.withLock { $0 })")
    }

    @Test func `what can't come in time is refused at once`() async throws {
        let pool = try BlockingPool(
            workers: 1, limits: BlockingPool.Limits(queueMax: 1_000, waitMillisecondsMax: 4_000))
        // It learns that a piece takes a second: four come in time, and one is at work.
        for _ in 0..<2 { try await pool.run { _ = usleep(1_000_000) } }
        let (done, refused) = (Locked(0), Locked(0))
        for _ in 0..<20 {
            pool.submit {
                usleep(1_000_000)
                done.withLock { $0 += 1 }
            } orElse: {
                refused.withLock { $0 += 1 }
            }
        }
        let atOnce = refused.withLock { $0 }
        #expect((15...17).contains(atOnce), "\(atOnce)")
        #expect(await eventually { done.withLock { $0 } + refused.withLock { $0 } == 20 })
        #expect(done.withLock { $0 } >= 2)
    }

    @Test func `its threads are as nice as they are told`() async throws {
        let pool = try BlockingPool(workers: 1, limits: BlockingPool.Limits(queueMax: 1, niceness: 10))
        let which = __priority_which_t(PRIO_PROCESS.rawValue)
        let own = getpriority(which, 0)
        #expect(try await pool.run { getpriority(which, 0) } == min(own + 10, 19))
        #expect(getpriority(which, 0) == own)
    }

    @Test func `its threads end when it is released, after what was queued`() async throws {
        let (threads, done) = (Locked<Set<String>>([]), Locked(0))
        do {
            let pool = try BlockingPool(workers: 2, queueMax: 100)
            for _ in 0..<20 {
                pool.submit {
                    usleep(2_000)
                    threads.withLock { _ = $0.insert(Self.ownThread) }
                    done.withLock { $0 += 1 }
                } orElse: {
                    Issue.record("refused")
                }
            }
        }
        #expect(
            await eventually {
                threads.withLock { $0 }.allSatisfy { access("/proc/\($0)", F_OK) != 0 }
                    && done.withLock { $0 } == 20
            })
        #expect((1...2).contains(threads.withLock(\.count)))
    }

    /// Where proc(5) has the calling thread, below `/proc`.
    private static var ownThread: String {
        var path = [CChar](repeating: 0, count: 64)
        let count = max(0, readlink("/proc/thread-self", &path, path.count))
        return String(decoding: path[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
