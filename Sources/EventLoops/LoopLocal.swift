/// A name under which each loop keeps a value of its own: the way from code that any loop may run, such as a
/// listener's callback, to what this loop owns, without a lock.
package struct LoopLocal<Value>: Sendable {
    private final class Key: Sendable {}

    private let key = Key()

    package init() {}

    package func value(on loop: isolated EventLoop) -> Value? {
        loop.locals[ObjectIdentifier(key)] as? Value
    }

    /// Sets the loop's value, or with nil forgets it.
    package func set(_ value: Value?, on loop: isolated EventLoop) {
        loop.locals[ObjectIdentifier(key)] = value
    }
}
