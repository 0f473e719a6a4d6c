package import EventLoops
package import FoundationEssentials
internal import Postgres
internal import Referrals
internal import Store
package import Values

/// A caller's proof, beside its token, that it is the account's owner.
package struct OfferedProof: Sendable {
    package let password: String?
    package let identity: OfferedIdentity?
    /// By the key of an anonymous user's install.
    package let install: String?

    package static let none = OfferedProof()

    package init(password: String? = nil, identity: OfferedIdentity? = nil, install: String? = nil) {
        self.password = password
        self.identity = identity
        self.install = install
    }
}

/// An ID token of an identity, or of a bearer issuer, that the account has.
package struct OfferedIdentity: Sendable {
    package let provider: String
    package let token: String

    package init(provider: String, token: String) {
        self.provider = provider
        self.token = token
    }
}

/// A request that changes what leads into an account, and the proof that came with it.
package struct ProofRequest: Sendable {
    package let uid: UserID
    /// Nil where a bearer issuer's token calls.
    package let session: UUID?
    package let address: PeerAddress
    package let offered: OfferedProof
    /// The call as an install signs it; nil where none may.
    package let signed: SignedCall?

    package init(
        _ uid: UserID, session: UUID?, from address: PeerAddress, offering offered: OfferedProof = .none,
        signed: SignedCall? = nil
    ) {
        self.uid = uid
        self.session = session
        self.address = address
        self.offered = offered
        self.signed = signed
    }
}

/// A verified proof. Each write that depends on it compares it with the account again, in its own
/// transaction.
struct VerifiedProof {
    enum Kind: Equatable {
        /// The user is anonymous, perhaps with an install that signed the call; or the account has no way in.
        case notNeeded
        case password(CredentialRecord)
        case identity(IdentityRecord)
        case externalID(ExternalID)
        /// The same request came a short while ago, and was done.
        case repeated
    }

    let kind: Kind
    /// How the token is marked as used; nil without one.
    let use: UsedProof?
    /// When a token was verified; nil without one.
    let verifiedAt: Timestamp?
    /// When the account had been recovered last, as the proof was verified; nil where it never was.
    let recoveredAt: Timestamp?

    init(
        _ kind: Kind, of account: AccountWays, using use: UsedProof? = nil, at verifiedAt: Timestamp? = nil
    ) {
        self.kind = kind
        self.use = use
        self.verifiedAt = verifiedAt
        recoveredAt = account.recovery?.recoveredAt
    }

    var isRepeated: Bool { kind == .repeated }

    /// Whether one of these identities has proved itself.
    func isShown(by identities: [IdentityRecord]) -> Bool {
        if case .identity(let shown) = kind { identities.contains(shown) } else { isRepeated }
    }

    /// Whether it proves as much of the account now as it did when it was verified, and of a token whether it
    /// proves so for the first time.
    func holds(of account: LockedAccount, in transaction: Transaction) async throws(PostgresError) -> Bool {
        guard isCurrent(of: account) else { return false }
        guard let use else { return true }
        guard case .externalID(let id) = kind, let verifiedAt else {
            return try await !transaction.send(UseProof(use)).isEmpty
        }
        let (used, _) = try await transaction.send(
            UseProof(use), AcceptExternalID(id, of: use.uid, at: verifiedAt))
        return !used.isEmpty
    }

    /// Whether the account was reset or an undo link used after the proof was verified.
    func isBeforeRecovery(of account: LockedAccount) -> Bool {
        account.ways.recovery?.recoveredAt != recoveredAt
    }

    private func isCurrent(of account: LockedAccount) -> Bool {
        guard !isBeforeRecovery(of: account) else { return false }
        return switch kind {
        case .notNeeded: account.user.isAnonymous || account.ways.hasNoWayIn
        case .password(let verified):
            account.credential?.email == verified.email
                && account.credential?.passwordHash == verified.passwordHash
        case .identity(let verified): account.identities.contains(verified)
        case .externalID(let verified):
            account.user.externalID == verified && account.ways.idUse?.isEnded != true
        case .repeated: false
        }
    }
}
