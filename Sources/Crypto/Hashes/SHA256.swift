internal import Basics
internal import CSodium
internal import FoundationEssentials

/// SHA-256 (FIPS 180-4), for what others have written into their formats; what is ours is hashed by BLAKE2b.
package enum SHA256 {
    package static func hash(_ bytes: [UInt8]) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: Int(crypto_hash_sha256_BYTES)) { buffer, initialized in
            _ = crypto_hash_sha256(buffer.baseAddress!, bytes, UInt64(bytes.count))
            initialized = Int(crypto_hash_sha256_BYTES)
        }
    }

    /// In base64, as Content-Security-Policy has it.
    package static func base64(of bytes: [UInt8]) -> String {
        Data(hash(bytes)).base64EncodedString()
    }

    /// Of a text, as 64 digits in lower case: what `sha256sum` says.
    package static func hexadecimal(_ text: String) -> String {
        Hexadecimal.text(hash(Array(text.utf8)))
    }
}
