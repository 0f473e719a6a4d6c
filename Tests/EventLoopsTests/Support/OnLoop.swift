import EventLoops

/// Runs `body` on the first loop of a group of its own, which is stopped when the test is over.
func onLoop<Result: Sendable>(
    count: Int = 1, _ body: @Sendable (isolated EventLoop, EventLoopGroup) async throws -> Result
) async throws -> Result {
    let group = try EventLoopGroup(count: count)
    defer { group.stop() }
    return try await group.loops[0].perform { loop in try await body(loop, group) }
}

extension EventLoop {
    func perform<Result: Sendable>(
        _ body: @Sendable (isolated EventLoop) async throws -> Result
    ) async rethrows -> Result {
        try await body(self)
    }
}

/// What happened, in order; lives on one loop.
final class Log {
    private(set) var entries: [String] = []

    func add(_ entry: String) { entries.append(entry) }
}

/// A place that a callback can empty while it runs.
final class Holder<Value> {
    var value: Value?
}
