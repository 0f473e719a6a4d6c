internal import FoundationEssentials

/// The keys that an issuer publishes (RFC 7517, section 5): those of them that sign what is taken here.
package struct KeySet: Hashable, Sendable {
    package static let bytesMax = 262_144
    private static let keysMax = 64

    /// By `kid`; a key without one under nil.
    private let keys: [String?: [PublicKey]]

    package var count: Int { keys.values.reduce(0) { $0 + $1.count } }

    /// Nil for what is no set, or one without a key that is of use. A key that isn't understood is passed
    /// over (RFC 7517, section 5).
    package init?(json: [UInt8]) {
        guard json.count <= Self.bytesMax,
            let set = try? JSONDecoder().decode(WrittenSet.self, from: Data(json)),
            set.keys.count <= Self.keysMax
        else { return nil }
        var keys: [String?: [PublicKey]] = [:]
        for written in set.keys {
            if let key = written.key?.key { keys[written.key?.kid, default: []].append(key) }
        }
        guard !keys.isEmpty else { return nil }
        self.keys = keys
    }

    private struct WrittenSet: Decodable {
        let keys: [Lenient]

        struct Lenient: Decodable {
            let key: WrittenKey?

            init(from decoder: any Decoder) throws {
                key = try? WrittenKey(from: decoder)
            }
        }
    }

    /// The key that a token names; of a token that names none, the only one there is. Nil where several
    /// would do: a guess isn't a check.
    package func key(named id: String?, for algorithm: SignatureAlgorithm) -> PublicKey? {
        let candidates = id.map { keys[$0] ?? [] } ?? keys.values.flatMap(\.self)
        let fitting = candidates.filter { $0.algorithm == algorithm }
        return fitting.count == 1 ? fitting[0] : nil
    }

    /// Whether one of the name is here, of whatever kind.
    package func has(_ id: String) -> Bool { keys[id] != nil }

    /// Whether these are all that another has, and perhaps more.
    package func hasAll(of other: KeySet) -> Bool {
        other.keys.allSatisfy { id, keys in keys.allSatisfy { self.keys[id]?.contains($0) == true } }
    }
}
