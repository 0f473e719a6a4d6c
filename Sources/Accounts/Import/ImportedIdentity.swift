internal import Referrals
internal import Store

/// An imported account's identity of a provider that is supported here: Google, or Apple.
package struct ImportedIdentity: Equatable, Sendable {
    /// As a file of providers names it.
    package let provider: String
    package let subject: String

    /// Nil for an invalid id.
    package init?(provider: String, subject: String) {
        guard ExternalID(subject) != nil else { return nil }
        self.provider = provider
        self.subject = subject
    }

    var key: String { IdentityRecord.key(provider, subject) }
}
