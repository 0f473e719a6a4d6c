/// A name under which each loop keeps its own value: the way from code on any loop, such as a listener's
/// callback, to this loop's own objects, without a lock.
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
