internal import EventLoops
internal import HTTP
internal import JSON

/// How long a call may wait for its result: the query's `wait`.
struct Patience {
    private static let pauseMilliseconds = 10
    private static let millisecondsMax = 60_000

    let milliseconds: Int

    init(_ request: Request) throws(Problem) {
        guard let text = request.query["wait"], !text.isEmpty else {
            milliseconds = 0
            return
        }
        // A bare number is seconds.
        guard let span = TimeSpan(text) ?? TimeSpan(text + "s"), span.milliseconds <= Self.millisecondsMax
        else {
            throw .validation([
                FieldError(pointer: "/wait", .invalid, "A span of time is needed, such as 2s; 60s at most.")
            ])
        }
        milliseconds = span.milliseconds
    }

    /// Returns what `find` finds, or nil when the time is up.
    func until<Value>(
        on loop: isolated EventLoop, _ find: () async throws -> Value?
    ) async throws -> Value? {
        let deadline = MonotonicInstant.now.adding(milliseconds: milliseconds)
        while true {
            if let value = try await find() { return value }
            if MonotonicInstant.now >= deadline { return nil }
            try await loop.sleep(milliseconds: Self.pauseMilliseconds)
        }
    }
}
