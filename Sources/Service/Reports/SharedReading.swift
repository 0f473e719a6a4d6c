/// A reading that takes long: those who ask while it is under way get its result as well, of a moment after
/// it began.
final class SharedReading<Value: Sendable> {
    /// Those who wait for the reading that is under way; nil while there is none.
    private var waiting: [CheckedContinuation<Result<Value, CallFailure>, Never>]?

    func value(_ read: () async throws(CallFailure) -> Value) async throws(CallFailure) -> Value {
        guard waiting == nil else {
            return try await withCheckedContinuation { waiting?.append($0) }.get()
        }
        waiting = []
        let outcome: Result<Value, CallFailure>
        do throws(CallFailure) { outcome = .success(try await read()) } catch { outcome = .failure(error) }
        let others = waiting ?? []
        waiting = nil
        for other in others { other.resume(returning: outcome) }
        return try outcome.get()
    }
}
