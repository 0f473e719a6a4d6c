/// Remembers the tokens one loop has verified until they expire: a look-up costs a hash instead of a
/// signature.
///
/// Its memory is fixed. A token has eight places it may be in; when all are taken, the one that expires first
/// gives way. Tokens are remembered by a keyed 128-bit hash, not by their text. Ask `RevocationList` after
/// it: a token remembered here may have been revoked since.
package final class TokenCache {
    /// With four, a cache two thirds full had no room in every tenth set: each token there cost its signature
    /// again, a tenth of the server's time.
    private static let placesPerSet = 8

    private var verifier: AccessTokenVerifier
    /// Apart from the claims, so that a set's hashes lie in two or three lines of the processor's cache.
    private var hashes: [(UInt64, UInt64)]
    private var claims: [AccessClaims?]
    private let setMask: Int
    private let hashKey = Randomness.bytes(SipHash.keyBytes)

    /// - Parameter entriesMax: rounded up to a power of two; about 70 bytes each.
    package init(verifier: AccessTokenVerifier, entriesMax: Int = 4096) {
        self.verifier = verifier
        let setCount = RoundedUp.toPowerOfTwo(entriesMax / Self.placesPerSet)
        setMask = setCount - 1
        hashes = Array(repeating: (0, 0), count: setCount * Self.placesPerSet)
        claims = Array(repeating: nil, count: setCount * Self.placesPerSet)
    }

    /// As `AccessTokenVerifier.claims(of:nowSeconds:)`.
    package func claims(of token: ArraySlice<UInt8>, nowSeconds: Int64) -> AccessClaims? {
        let hash = SipHash.hash(token, key: hashKey)
        let first = (Int(truncatingIfNeeded: hash.0) & setMask) * Self.placesPerSet
        let places = first..<first + Self.placesPerSet
        if let place = places.first(where: { hashes[$0] == hash }), let known = claims[place] {
            return nowSeconds < known.expiresAtSeconds ? known : nil
        }
        let text = String(decoding: token, as: UTF8.self)
        guard let verified = verifier.claims(of: text, nowSeconds: nowSeconds) else { return nil }
        let place = places.min { expiry(at: $0) < expiry(at: $1) }!
        (hashes[place], claims[place]) = (hash, verified)
        return verified
    }

    private func expiry(at place: Int) -> Int64 {
        claims[place]?.expiresAtSeconds ?? .min
    }

    /// The keys have changed. When one is gone, what it vouched for must be forgotten: all is, once a
    /// rotation.
    package func replaceVerifier(_ verifier: AccessTokenVerifier) {
        let isWider = verifier.hasAll(of: self.verifier)
        self.verifier = verifier
        if isWider { return }
        for place in claims.indices { (hashes[place], claims[place]) = ((0, 0), nil) }
    }
}

/// Sizes of tables that are indexed by the low bits of a hash.
enum RoundedUp {
    static func toPowerOfTwo(_ number: Int) -> Int {
        var power = 1
        while power < number { power <<= 1 }
        return power
    }
}
