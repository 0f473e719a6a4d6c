internal import EventLoops

/// Looks every ten milliseconds, where the caller is, until `isTrue`; false when it never was in time. A
/// loaded machine is no fault of the code under test, so there is much time.
package func eventually(
    seconds: Int = 20, _ isTrue: () async throws -> Bool
) async rethrows -> Bool {
    try await eventually(seconds: seconds) { try await isTrue() ? true : nil } ?? false
}

/// The same for a value that may not be there yet; nil when it never was.
package func eventually<Value>(
    seconds: Int = 20, _ value: () async throws -> Value?
) async rethrows -> Value? {
    let deadline = MonotonicInstant.now.adding(milliseconds: seconds * 1_000)
    while true {
        if let value = try await value() { return value }
        guard MonotonicInstant.now < deadline else { return nil }
        try? await Task.sleep(for: .milliseconds(10))
    }
}
