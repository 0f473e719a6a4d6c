internal import Basics

/// One loop's cache of verified tokens: a lookup costs a hash instead of a signature.
///
/// Its memory is fixed. A token has eight slots it may be in; when all are taken, the one that is good for
/// the shortest time gives way. Tokens are remembered by a keyed 128-bit hash, not by their text.
package struct TokenTable<Value> {
    package typealias Key = (UInt64, UInt64)

    package struct Entry {
        package let value: Value
        package let goodUntilSeconds: Int64

        package init(value: Value, goodUntilSeconds: Int64) {
            self.value = value
            self.goodUntilSeconds = goodUntilSeconds
        }
    }

    /// With four, a cache two thirds full had no room in every tenth set: each token there cost its signature
    /// again, a tenth of the server's time.
    private static var slotsPerSet: Int { 8 }

    /// Apart from the entries, so that a set's hashes lie in two or three lines of the processor's cache.
    private var keys: [Key]
    private var entries: [Entry?]
    private let setMask: Int
    private let hashKey = Randomness.bytes(SipHash.keyBytes)

    /// - Parameter entriesMax: rounded up to a power of two.
    package init(entriesMax: Int) {
        let setCount = RoundedUp.toPowerOfTwo(entriesMax / Self.slotsPerSet)
        setMask = setCount - 1
        keys = Array(repeating: (0, 0), count: setCount * Self.slotsPerSet)
        entries = Array(repeating: nil, count: setCount * Self.slotsPerSet)
    }

    package func key(of token: ArraySlice<UInt8>) -> Key {
        SipHash.hash(token, key: hashKey)
    }

    /// Whatever its time.
    package subscript(key: Key) -> Entry? {
        slots(of: key).first { keys[$0] == key }.flatMap { entries[$0] }
    }

    package mutating func insert(_ entry: Entry, at key: Key) {
        let slots = slots(of: key)
        let slot =
            slots.first { keys[$0] == key }
            ?? slots.min { goodUntilSeconds(at: $0) < goodUntilSeconds(at: $1) }!
        (keys[slot], entries[slot]) = (key, entry)
    }

    package mutating func removeAll(where isGone: (Value) -> Bool = { _ in true }) {
        for slot in entries.indices {
            guard let entry = entries[slot], isGone(entry.value) else { continue }
            (keys[slot], entries[slot]) = ((0, 0), nil)
        }
    }

    private func slots(of key: Key) -> Range<Int> {
        let first = (Int(truncatingIfNeeded: key.0) & setMask) * Self.slotsPerSet
        return first..<first + Self.slotsPerSet
    }

    private func goodUntilSeconds(at slot: Int) -> Int64 {
        entries[slot]?.goodUntilSeconds ?? .min
    }
}
