package import EventLoops

/// Runs `body` on an event loop that no other test uses meanwhile, where plain classes such as a `PostgresPool` live.
/// A body may block: it holds nobody else up.
@discardableResult
package func onLoop<Value: Sendable>(
    _ body: @Sendable (isolated EventLoop) async throws -> Value
) async throws -> Value {
    let loop = try TestLoops.borrow()
    let outcome: Result<Value, any Error>
    do { outcome = .success(try await body(loop)) } catch { outcome = .failure(error) }
    TestLoops.giveBack(loop)
    return try outcome.get()
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
