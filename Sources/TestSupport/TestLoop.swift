package import EventLoops

/// Event loops for tests, running as long as the process.
package enum TestLoop {
    private static let group = Result { () throws(EventLoopError) in try EventLoopGroup(count: 2) }

    /// - Parameter index: 0 or 1, each its own thread.
    package static func loop(_ index: Int = 0) throws -> EventLoop {
        try group.get().loops[index]
    }
}

/// Runs `body` on an event loop, where plain classes such as a `PostgresPool` live.
package func onLoop<Value: Sendable>(
    _ index: Int = 0, _ body: @Sendable (isolated EventLoop) async throws -> Value
) async throws -> Value {
    try await body(TestLoop.loop(index))
}
