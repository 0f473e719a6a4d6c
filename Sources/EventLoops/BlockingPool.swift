internal import Glibc
internal import Synchronization

/// The one place for work that would stop a loop, such as hashing a password: a few threads and a short
/// queue.
package final class BlockingPool: Sendable {
    /// The queue is full; nothing was started.
    package struct Full: Error {}

    private let queue = Mutex<[@Sendable () -> Void]>([])
    private let available: Semaphore
    private let queueMax: Int

    /// - Parameters:
    ///   - workers: threads, each running one piece of work at a time.
    ///   - queueMax: pieces of work that may wait.
    package init(workers: Int, queueMax: Int) throws(EventLoopError) {
        self.queueMax = queueMax
        available = Semaphore()
        for index in 0..<max(1, workers) {
            _ = try startThread(named: "blocking-\(index)") { [self] in work() }
        }
    }

    /// Pieces of work that wait for a thread.
    package var queueDepth: Int {
        queue.withLock { $0.count }
    }

    /// Runs `body` on one of the pool's threads while the calling task waits without holding its loop.
    package func run<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async throws(Full) -> Value {
        let result: Value? = await withUnsafeContinuation { continuation in
            let isAccepted = submit { continuation.resume(returning: body()) }
            if !isAccepted { continuation.resume(returning: nil) }
        }
        guard let result else { throw Full() }
        return result
    }

    /// Has one of the pool's threads run `body`, without waiting for it; false when the queue is full.
    package func submit(_ body: @escaping @Sendable () -> Void) -> Bool {
        let isAccepted = queue.withLock { waiting in
            guard waiting.count < queueMax else { return false }
            waiting.append(body)
            return true
        }
        if isAccepted { available.signal() }
        return isAccepted
    }

    private func work() {
        while true {
            available.wait()
            let body = queue.withLock { $0.isEmpty ? nil : $0.removeFirst() }
            body?()
        }
    }
}

/// POSIX's counting semaphore. `@unchecked Sendable`: it is made to be used from many threads.
private final class Semaphore: @unchecked Sendable {
    private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

    init() {
        sem_init(semaphore, 0, 0)
    }

    deinit {
        sem_destroy(semaphore)
        semaphore.deallocate()
    }

    func signal() {
        sem_post(semaphore)
    }

    func wait() {
        while sem_wait(semaphore) != 0 {}
    }
}
