internal import CSodium

/// SipHash-2-4 with 128 bits of output (Aumasson and Bernstein). Under a secret key, collisions can't be
/// made, and texts can't be guessed from hashes, at less than half of BLAKE2b's cost.
package enum SipHash {
    package static let keyBytes = Int(crypto_shorthash_siphashx24_KEYBYTES)

    /// 64 bits of two words.
    package static func hash(_ high: UInt64, _ low: UInt64, key: [UInt8]) -> UInt64 {
        precondition(key.count >= Int(crypto_shorthash_KEYBYTES))
        var hash: UInt64 = 0
        withUnsafeMutableBytes(of: &hash) { hash in
            withUnsafeBytes(of: (high, low)) { words in
                _ = crypto_shorthash(
                    hash.baseAddress!.assumingMemoryBound(to: UInt8.self),
                    words.baseAddress!.assumingMemoryBound(to: UInt8.self), UInt64(words.count), key)
            }
        }
        return hash
    }

    /// - Parameter key: its first `keyBytes` count; there must be as many.
    package static func hash(_ bytes: ArraySlice<UInt8>, key: [UInt8]) -> (UInt64, UInt64) {
        precondition(key.count >= keyBytes)
        var hash: (UInt64, UInt64) = (0, 0)
        withUnsafeMutableBytes(of: &hash) { hash in
            bytes.withUnsafeBufferPointer { bytes in
                _ = crypto_shorthash_siphashx24(
                    hash.baseAddress!.assumingMemoryBound(to: UInt8.self), bytes.baseAddress,
                    UInt64(bytes.count), key)
            }
        }
        return hash
    }
}
