package import EventLoops
internal import Store

/// What access tokens are signed with and checked against, as the database had it at one moment.
package struct TokenKeys: Sendable {
    /// A new key signs this long after a process has read it, and a process that meets a key it doesn't know
    /// has read them more lately than that: so no token comes from a key that couldn't be known.
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

    /// One key, that signs at once.
    package init(_ key: SigningKey) {
        self.init([Key(signer: AccessTokenSigner(key: key), publicKey: key.publicKey, signsFrom: .now)])
    }

    /// - Parameters:
    ///   - records: newest first; nil where none is usable.
    ///   - former: what was read before.
    init?(_ records: [SigningKeyRecord], after former: TokenKeys? = nil) {
        let now = MonotonicInstant.now
        let keys = records.compactMap { record -> Key? in
            guard let key = SigningKey(seed: record.seed) else { return nil }
            if let known = former?.keys.first(where: { $0.publicKey == key.publicKey }) { return known }
            return Key(
                signer: AccessTokenSigner(key: key), publicKey: key.publicKey,
                signsFrom: record.isNew ? now.adding(milliseconds: Self.leadMilliseconds) : now)
        }
        guard !keys.isEmpty else { return nil }
        self.init(keys)
    }

    private init(_ keys: [Key]) {
        self.keys = keys
        verifier = AccessTokenVerifier(keys: keys.map(\.publicKey))
        jwks = JWKS.json(of: keys.map(\.publicKey))
    }

    /// Of the newest key whose time has come; where all are new, as on a new installation, of the oldest.
    package func signer(at now: MonotonicInstant) -> AccessTokenSigner {
        (keys.first { $0.signsFrom <= now } ?? keys[keys.count - 1]).signer
    }
}
