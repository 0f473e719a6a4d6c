public import Synchronization

/// A value that several loops share, behind a lock. The only lock other modules may use: keep what is done
/// under it short.
public final class Locked<Value: Sendable>: Sendable {
    // Inlined and public: each use would look types up at run time otherwise.
    @usableFromInline let mutex: Mutex<Value>

    @inlinable
    public init(_ value: Value) {
        mutex = Mutex(value)
    }

    @inlinable
    public func withLock<Result: Sendable, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try mutex.withLock { value throws(Failure) in try body(&value) }
    }
}
