import EventLoops
import TestSupport
import Testing

/// Starts `count` calls on the loop before any has come back, and waits for all.
///
/// - Parameter body: must have no capture list. Swift 6.3.1 takes an async closure with one for a function
///   of the global pool, and its task leaves the loop at each call.
func together<Value>(
    _ count: Int, on loop: isolated EventLoop, _ body: @escaping (Int) async -> Value
) async -> [Value] {
    let answers = Answers<Value>()
    for number in 0..<count {
        Task.immediate(priority: EventLoop.taskPriority) {
            _ = loop
            answers.values.append(await body(number))
        }
    }
    #expect(await eventually(seconds: 60) { answers.values.count == count })
    return answers.values
}

private final class Answers<Value> {
    var values: [Value] = []
}
