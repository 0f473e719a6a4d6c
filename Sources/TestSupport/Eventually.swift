internal import EventLoops

/// Looks every ten milliseconds, where the caller is, until `isTrue`; false when it never was in time. A
/// loaded machine is no fault of the code under test, so there is much time.
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
    while true {
        if let value = try await value() { return value }
        guard MonotonicInstant.now < deadline else { return nil }
        await pause()
    }
}

/// Waits a moment, and returns to its caller's isolation. It has to be a function of its own: Swift 6.3.1
/// doesn't return between a wait and the call of a closure parameter (swiftlang/swift#88687). The closure
/// would then run on a thread of the global pool.
private func pause() async {
    try? await Task.sleep(for: .milliseconds(10))
    // Back to a thread that may block.
    await Task.yield()
}
