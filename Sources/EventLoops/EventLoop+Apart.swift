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
}
