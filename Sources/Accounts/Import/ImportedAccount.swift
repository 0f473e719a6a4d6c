package import Crypto
package import Referrals
package import Values

/// An account of another system, to be taken over.
package struct ImportedAccount: Sendable {
    package let externalID: ExternalID
    package let email: EmailAddress?
    /// Whether it was proved to be the owner's.
    package let isEmailVerified: Bool
    package let password: StoredPassword
    package let identities: [ImportedIdentity]
    /// Whether the account has a way to sign in.
    package let isSignedUp: Bool
    package let createdAt: Timestamp
    package let lastSignInAt: Timestamp?

    package init(
        externalID: ExternalID, email: EmailAddress?, isEmailVerified: Bool, password: StoredPassword,
        identities: [ImportedIdentity] = [], isSignedUp: Bool, createdAt: Timestamp, lastSignInAt: Timestamp?
    ) {
        self.externalID = externalID
        self.email = email
        self.isEmailVerified = isEmailVerified && email != nil
        self.password = password
        self.identities = identities
        self.isSignedUp = isSignedUp
        self.createdAt = createdAt
        self.lastSignInAt = lastSignInAt
    }
}
