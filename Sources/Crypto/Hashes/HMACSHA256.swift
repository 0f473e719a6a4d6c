internal import CSodium

/// HMAC with SHA-256 (RFC 2104, FIPS 180-4), for signatures that other systems check.
package enum HMACSHA256 {
    /// - Parameter key: of any length.
    package static func hash(_ bytes: [UInt8], key: [UInt8]) -> [UInt8] {
        var state = crypto_auth_hmacsha256_state()
        crypto_auth_hmacsha256_init(&state, key, key.count)
        crypto_auth_hmacsha256_update(&state, bytes, UInt64(bytes.count))
        return [UInt8](unsafeUninitializedCapacity: Int(crypto_auth_hmacsha256_BYTES)) {
            buffer, initialized in
            crypto_auth_hmacsha256_final(&state, buffer.baseAddress!)
            initialized = Int(crypto_auth_hmacsha256_BYTES)
        }
    }
}
