/// A reading that takes long: callers who ask while it is under way share its result, which may be of a
/// moment before they asked.
package final class SharedReading<Value: Sendable, Failure: Error> {
    /// The callers that wait for the current reading; nil without one.
    private var waiting: [CheckedContinuation<Result<Value, Failure>?, Never>]?

    package init() {}

    package func value(_ read: () async throws(Failure) -> Value) async throws(Failure) -> Value {
        while waiting != nil {
            let result: Result<Value, Failure>? = await withCheckedContinuation { caller in
                // It may have ended meanwhile.
                if waiting == nil { caller.resume(returning: nil) } else { waiting?.append(caller) }
            }
            if let result { return try result.get() }
        }
        waiting = []
        let result: Result<Value, Failure>
        do throws(Failure) { result = .success(try await read()) } catch { result = .failure(error) }
        let others = waiting ?? []
        waiting = nil
        for other in others { other.resume(returning: result) }
        return try result.get()
    }
}
