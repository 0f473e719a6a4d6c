internal import Crypto
package import Referrals

/// Whom a bearer issuer's token is of.
package struct Bearer: Sendable {
    /// The token's subject, which users are known by.
    package let id: ExternalID
    /// As the issuer vouches for it; nil where it doesn't.
    package let email: EmailAddress?
    let goodUntilSeconds: Int64

    /// Nil for a subject that nobody can be known by.
    init?(_ finding: IdentityChecker.Finding) {
        guard let id = ExternalID(finding.claims.subject) else { return nil }
        self.id = id
        email = finding.claims.verifiedEmail
        goodUntilSeconds = finding.goodUntilSeconds
    }
}
