internal import CSodium

/// An Ed25519 key that signs access tokens (RFC 8032), named by its thumbprint.
package struct SigningKey: Sendable, CustomStringConvertible {
    package static let seedByteCount = 32

    /// The secret to store: 32 bytes that the key follows from.
    package let seed: [UInt8]
    /// The half that other services may have.
    package let publicKey: VerifyingKey
    private let secretKey: [UInt8]

    package var keyID: String { publicKey.keyID }
    package var description: String { "SigningKey(\(keyID))" }

    /// A new key, from random.
    package init() {
        self.init(checkedSeed: Randomness.bytes(Self.seedByteCount))
    }

    /// A stored key read back; nil unless the seed has 32 bytes.
    package init?(seed: [UInt8]) {
        guard seed.count == Self.seedByteCount else { return nil }
        self.init(checkedSeed: seed)
    }

    private init(checkedSeed seed: [UInt8]) {
        Sodium.initialize()
        var publicBytes = [UInt8](repeating: 0, count: Int(crypto_sign_PUBLICKEYBYTES))
        var secretBytes = [UInt8](repeating: 0, count: Int(crypto_sign_SECRETKEYBYTES))
        crypto_sign_seed_keypair(&publicBytes, &secretBytes, seed)
        self.seed = seed
        secretKey = secretBytes
        publicKey = VerifyingKey(checkedBytes: publicBytes)
    }

    /// The 64 bytes of the signature.
    package func signature(of message: [UInt8]) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: Int(crypto_sign_BYTES)) { buffer, initialized in
            crypto_sign_detached(buffer.baseAddress!, nil, message, UInt64(message.count), secretKey)
            initialized = Int(crypto_sign_BYTES)
        }
    }
}
