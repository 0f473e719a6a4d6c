extension EventLoop {
    /// Runs a body in a task of its own on the same loop, and returns when it has ended.
    package static func apart(_ body: @escaping () async -> Void, on loop: isolated EventLoop) async {
        // It never leaves the loop: its caller is on it, and waits here.
        nonisolated(unsafe) let body = body
        await Task.immediate(priority: EventLoop.taskPriority) {
            _ = loop
            await body()
        }.value
    }

    /// Runs a body so many times at once, in tasks on the caller's own loop, and returns when all have ended.
    package static func together(
        _ count: Int, on loop: EventLoop, _ body: @escaping (Int) async -> Void
    ) async {
        // It never leaves the loop: its caller is on it, and waits here.
        nonisolated(unsafe) let body = body
        await runAll(count, on: loop, body)
    }

    private static func runAll(
        _ count: Int, on loop: isolated EventLoop, _ body: @escaping (Int) async -> Void
    ) async {
        // The tasks run on this loop, and the function waits for all of them.
        nonisolated(unsafe) let body = body
        let tasks = (0..<count).map { index in
            Task.immediate(priority: EventLoop.taskPriority) {
                _ = loop
                await body(index)
            }
        }
        for task in tasks { await task.value }
    }
}
