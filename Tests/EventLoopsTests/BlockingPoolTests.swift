import EventLoops
internal import Glibc
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct BlockingPoolTests {
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
}
