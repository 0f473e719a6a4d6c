package import Values

/// A provider's identity, and its user.
package struct IdentityRecord: Equatable, Sendable {
    package let uid: UserID
    package let provider: String
    package let subject: String
    /// As the provider has verified it; otherwise nil.
    package let email: String?
    package let createdAt: Timestamp

    package init(uid: UserID, provider: String, subject: String, email: String?, createdAt: Timestamp) {
        self.uid = uid
        self.provider = provider
        self.subject = subject
        self.email = email
        self.createdAt = createdAt
    }

    /// A provider's name has no colon.
    package static func key(_ provider: String, _ subject: String) -> String { "\(provider):\(subject)" }

    package var key: String { Self.key(provider, subject) }
}
