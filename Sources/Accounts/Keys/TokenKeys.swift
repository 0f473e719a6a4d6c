package import Crypto
package import EventLoops
internal import Store

/// The keys to sign and verify access tokens, as the database had them at one moment.
package struct TokenKeys: Sendable {
    /// A new key signs this long after a process has loaded it. This is longer than the pause between
    /// reloads for unknown keys, so every process can verify its tokens.
    static let leadMilliseconds = 500
    /// How long a key outlives the moment that another was made: its last token's life, and a while for
    /// clocks that differ and processes that are late to hear.
    static let retirementSeconds = AccessTokenSigner.lifetimeSecondsDefault + 120

    private struct Key: Sendable {
        let signer: AccessTokenSigner
        let publicKey: VerifyingKey
        let signsFrom: MonotonicInstant
    }

    package let verifier: AccessTokenVerifier
    /// The JSON of `/.well-known/jwks.json`: all of them, newest first.
    package let jwks: String
    /// Newest first, and at least one.
    private let keys: [Key]
    private let names: TokenNames

    /// One key, that signs at once.
    package init(_ key: SigningKey) {
        self.init(
            [Key(signer: AccessTokenSigner(key: key), publicKey: key.publicKey, signsFrom: .now)], .standard)
    }

    /// - Parameters:
    ///   - records: newest first; nil where none is usable.
    ///   - rootKey: opens those that are wrapped.
    ///   - former: what was read before.
    init?(
        _ records: [SigningKeyRecord], openedBy rootKey: RootKey?, after former: TokenKeys? = nil
    ) throws(RootKeyRefusal) {
        let now = MonotonicInstant.now
        let names = former?.names ?? .standard
        var keys: [Key] = []
        for record in records {
            let seed = try StoredSecret(record.seed, .signing).opened(by: rootKey)
            guard let key = SigningKey(seed: seed) else { continue }
            let known = former?.keys.first { $0.publicKey == key.publicKey }
            let new = Key(
                signer: AccessTokenSigner(key: key, names: names), publicKey: key.publicKey,
                signsFrom: record.isNew ? now.adding(milliseconds: Self.leadMilliseconds) : now)
            keys.append(known ?? new)
        }
        guard !keys.isEmpty else { return nil }
        self.init(keys, names)
    }

    private init(_ keys: [Key], _ names: TokenNames) {
        self.keys = keys
        self.names = names
        verifier = AccessTokenVerifier(keys: keys.map(\.publicKey), names: names)
        jwks = JWKS.json(of: keys.map(\.publicKey))
    }

    /// The same keys, for tokens of and for these.
    func naming(_ names: TokenNames) -> TokenKeys {
        TokenKeys(
            keys.map {
                Key(signer: $0.signer.naming(names), publicKey: $0.publicKey, signsFrom: $0.signsFrom)
            }, names)
    }

    /// Of the newest key whose time has come; where all are new, as on a new installation, of the oldest.
    package func signer(at now: MonotonicInstant) -> AccessTokenSigner {
        (keys.first { $0.signsFrom <= now } ?? keys[keys.count - 1]).signer
    }
}
