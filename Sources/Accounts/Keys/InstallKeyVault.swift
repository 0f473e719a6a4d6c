internal import Crypto
internal import FoundationEssentials
internal import Values

/// Encrypts install keys for the rows that hold them, and hashes them for looking them up. A reader of
/// the database learns no public key, because that opens an anonymous user as an Idempotency-Key does.
package struct InstallKeyVault: Sendable {
    private let box: SecretBox
    private let key: Subkey

    init(root: RootSecret) {
        key = root.subkey(for: .installKeys)
        box = SecretBox(key)
    }

    var nonces: ProofNonce { ProofNonce(key: key) }

    func thumbprint(of installKey: InstallKey) -> [UInt8] {
        BLAKE2b.hash(Array("thumbprint".utf8) + installKey.point, key: key.bytes, byteCount: 32)
    }

    func encrypt(_ installKey: InstallKey, of uid: UserID) -> [UInt8] {
        box.encrypt(installKey.point, context: Self.context(uid))
    }

    /// Nil for another user's, and if another root secret encrypted it.
    func key(in encrypted: [UInt8], of uid: UserID) -> InstallKey? {
        box.decrypt(encrypted, context: Self.context(uid)).flatMap(InstallKey.init(point:))
    }

    private static func context(_ uid: UserID) -> String { "install key \(uid)" }
}
