internal import EventLoops

/// Looks every ten milliseconds, where the caller is, until `isTrue`; false when it never was in time. A
/// loaded machine is no fault of the code under test, so there is much time. The seconds must pass, and so
/// must nearly as many looks as an idle machine has time for.
package func eventually(
    seconds: Int = 120, _ isTrue: () async throws -> Bool
) async rethrows -> Bool {
    try await eventually(seconds: seconds) { try await isTrue() ? true : nil } ?? false
}

/// A condition that holds within a second on an idle machine; a loaded one may take several. Conditions
/// that are polled without a notification get ten seconds and more.
package func soon(_ isTrue: () async throws -> Bool) async rethrows -> Bool {
    try await eventually(seconds: 9, isTrue)
}

/// The same for a value that may not be there yet; nil when it never was.
package func eventually<Value>(
    seconds: Int = 120, _ value: () async throws -> Value?
) async rethrows -> Value? {
    let deadline = MonotonicInstant.now.adding(milliseconds: seconds * 1_000)
    var looksLeft = min(seconds * looksPerSecond, looksMax)
    while true {
        if let value = try await value() { return value }
        looksLeft -= 1
        guard MonotonicInstant.now < deadline || looksLeft > 0 else { return nil }
        await pause()
    }
}

/// Half of those that the pauses between them leave time for.
private let looksPerSecond = 50
/// Enough for conditions that hold within seconds. Longer limits are there so that a hang ends.
private let looksMax = 1_000

/// Waits a moment, and returns to its caller's isolation. It has to be a function of its own: Swift 6.3.1
/// doesn't return between a wait and the call of a closure parameter (swiftlang/swift#88687). The closure
/// would then run on a thread of the global pool.
private func pause() async {
    try? await Task.sleep(for: .milliseconds(10))
    // Back to a thread that may block.
    await Task.yield()
}
