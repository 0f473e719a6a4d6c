/// The values that were asked for lately, as many as its limit at most.
///
/// They lie in two generations. When the younger is full, the older one goes; what is asked for moves to the
/// younger. A flood of new keys therefore costs the popular ones one more making, and no more.
public struct BoundedCache<Key: Hashable, Value> {
    // Inlined and public: across modules each look-up would go through witness tables otherwise, because
    // Swift 6.3.1 doesn't inline a generic that is `@inlinable package`.
    @usableFromInline let generationMax: Int
    @usableFromInline var young: [Key: Value] = [:]
    @usableFromInline var old: [Key: Value] = [:]

    @inlinable
    public init(entriesMax: Int) {
        generationMax = max(1, entriesMax / 2)
    }

    @inlinable public var count: Int { young.count + old.count }

    @inlinable
    public subscript(key: Key) -> Value? {
        mutating get {
            if let value = young[key] { return value }
            guard let value = old.removeValue(forKey: key) else { return nil }
            insert(value, at: key)
            return value
        }
        set {
            old[key] = nil
            if let newValue { insert(newValue, at: key) } else { young[key] = nil }
        }
    }

    @inlinable
    public mutating func removeAll() {
        young = [:]
        old = [:]
    }

    @inlinable
    mutating func insert(_ value: Value, at key: Key) {
        if young.count >= generationMax, young[key] == nil {
            old = young
            young = [:]
        }
        young[key] = value
    }
}
