package import EventLoops

/// Runs `body` on an event loop that no other test uses meanwhile, for plain classes such as a
/// `PostgresPool`. A body may block without delaying others.
@discardableResult
package func onLoop<Value: Sendable>(
    _ body: @escaping @Sendable (isolated EventLoop) async throws -> Value
) async throws -> Value {
    let loop = try TestLoops.borrow()
    // A task of the loop, so that tests which block the global pool don't delay it. Awaiting its value
    // would raise its priority, and take it off the loop.
    let result: Result<Value, any Error> = await withUnsafeContinuation { continuation in
        Task(priority: EventLoop.taskPriority) {
            do {
                continuation.resume(returning: .success(try await body(loop)))
            } catch {
                continuation.resume(returning: .failure(error))
            }
        }
    }
    TestLoops.giveBack(loop)
    return try result.get()
}

/// The loops of this process's tests: made as needed, used again, never stopped.
private enum TestLoops {
    private static let idle = Locked<[EventLoop]>([])

    static func borrow() throws -> EventLoop {
        if let loop = idle.withLock({ $0.popLast() }) { return loop }
        return try EventLoopGroup(count: 1).loops[0]
    }

    static func giveBack(_ loop: EventLoop) {
        idle.withLock { $0.append(loop) }
    }
}
