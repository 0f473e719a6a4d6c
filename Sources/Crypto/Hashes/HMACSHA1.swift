internal import CCrypto

/// HMAC with SHA-1 (RFC 2104, RFC 3174). Authenticator apps know no other hash for certain, and collisions of
/// SHA-1 don't weaken HMAC.
enum HMACSHA1 {
    static let byteCount = 20

    static func hash(_ bytes: [UInt8], key: [UInt8]) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: byteCount) { buffer, initialized in
            let isDone = shipmate_hmac_sha1(key, key.count, bytes, bytes.count, buffer.baseAddress!)
            precondition(isDone, "libcrypto has no SHA-1")
            initialized = byteCount
        }
    }
}
