/// Remembers the tokens one loop has verified until they expire: a look-up costs a hash instead of a
/// signature.
///
/// Its memory is fixed. A token has four places it may be in; when all are taken, the one that expires first
/// gives way. Tokens are remembered by a keyed 128-bit hash, not by their text. Ask `RevocationList` after
/// it: a token remembered here may have been revoked since.
package final class TokenCache {
    private static let placesPerSet = 4

    private struct Entry {
        var hash: (UInt64, UInt64) = (0, 0)
        var claims: AccessClaims?
        var expiresAtSeconds: Int64 = .min
    }

    private var verifier: AccessTokenVerifier
    private var entries: [Entry]
    private let setMask: Int
    private let hashKey = Randomness.bytes(SipHash.keyBytes)

    /// - Parameter entriesMax: rounded up to a power of two; about 100 bytes each.
    package init(verifier: AccessTokenVerifier, entriesMax: Int = 4096) {
        self.verifier = verifier
        let setCount = RoundedUp.toPowerOfTwo(entriesMax / Self.placesPerSet)
        setMask = setCount - 1
        entries = Array(repeating: Entry(), count: setCount * Self.placesPerSet)
    }

    /// As `AccessTokenVerifier.claims(of:nowSeconds:)`.
    package func claims(of token: ArraySlice<UInt8>, nowSeconds: Int64) -> AccessClaims? {
        let hash = SipHash.hash(token, key: hashKey)
        let first = (Int(truncatingIfNeeded: hash.0) & setMask) * Self.placesPerSet
        let places = first..<first + Self.placesPerSet
        if let place = places.first(where: { entries[$0].hash == hash }) {
            return nowSeconds < entries[place].expiresAtSeconds ? entries[place].claims : nil
        }
        let text = String(decoding: token, as: UTF8.self)
        guard let claims = verifier.claims(of: text, nowSeconds: nowSeconds) else { return nil }
        let place = places.min { entries[$0].expiresAtSeconds < entries[$1].expiresAtSeconds }!
        entries[place] = Entry(hash: hash, claims: claims, expiresAtSeconds: claims.expiresAtSeconds)
        return claims
    }

    /// The keys have changed: what the former ones vouched for is forgotten.
    package func replaceVerifier(_ verifier: AccessTokenVerifier) {
        self.verifier = verifier
        for place in entries.indices { entries[place] = Entry() }
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
