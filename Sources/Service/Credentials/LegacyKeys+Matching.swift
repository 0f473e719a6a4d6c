internal import CSodium
package import Referrals

/// Keys that old clients bring, compared in constant time: how long it takes says nothing of how much of a
/// guess was right.
extension AppProfile.LegacyKeys {
    package func admits(branchKey: String) -> Bool {
        let hash = SHA256.hash(branchKey)
        return branchKeys.reduce(false) { Sodium.areEqual(SHA256.hash($1), hash) || $0 }
    }

    package func admits(branchSecret: String) -> Bool {
        let hash = Array(SHA256.hexadecimal(branchSecret).utf8)
        return branchSecretHashes.reduce(false) { Sodium.areEqual(Array($1.lowercased().utf8), hash) || $0 }
    }
}

/// FIPS 180-4, for hashes that people make with `sha256sum`.
package enum SHA256 {
    static func hash(_ text: String) -> [UInt8] {
        let bytes = Array(text.utf8)
        return [UInt8](unsafeUninitializedCapacity: Int(crypto_hash_sha256_BYTES)) { buffer, initialized in
            crypto_hash_sha256(buffer.baseAddress!, bytes, UInt64(bytes.count))
            initialized = Int(crypto_hash_sha256_BYTES)
        }
    }

    /// 64 digits in lower case.
    package static func hexadecimal(_ text: String) -> String {
        hash(text).map { byte in
            let digits = String(byte, radix: 16)
            return digits.count == 1 ? "0" + digits : digits
        }.joined()
    }
}
