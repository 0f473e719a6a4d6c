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

    /// Calls a body for all items at once, in tasks on the caller's own loop; the values in order, once all
    /// have ended.
    ///
    /// - Throws: the error of the first item that has one.
    package static func together<Item, Value, Failure>(
        _ items: [Item], on loop: EventLoop, _ body: @escaping (Item) async throws(Failure) -> Value
    ) async throws(Failure) -> [Value] {
        let results = Results<Value, Failure>()
        let call: (Int) async -> Void = { index in
            do throws(Failure) {
                results.all[index] = .success(try await body(items[index]))
            } catch {
                results.all[index] = .failure(error)
            }
        }
        // It never leaves the loop: its caller is on it, and waits here.
        nonisolated(unsafe) let onLoop = call
        await runAll(items.count, on: loop, onLoop)
        var values: [Value] = []
        for index in items.indices {
            guard let result = results.all[index] else { preconditionFailure("each task leaves a result") }
            values.append(try result.get())
        }
        return values
    }

    private final class Results<Value, Failure: Error> {
        var all: [Int: Result<Value, Failure>] = [:]
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
