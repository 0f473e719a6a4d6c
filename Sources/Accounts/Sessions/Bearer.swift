internal import Crypto
package import Referrals

/// The subject of a bearer issuer's token.
package struct Bearer: Sendable {
    /// The token's subject, which users are known by.
    package let id: ExternalID
    /// As the issuer has verified it; otherwise nil.
    package let email: EmailAddress?
    let goodUntilSeconds: Int64

    /// Nil for a subject that can't be an external id.
    init?(_ finding: IdentityChecker.Finding) {
        guard let id = ExternalID(finding.claims.subject) else { return nil }
        self.id = id
        email = finding.claims.verifiedEmail
        goodUntilSeconds = finding.goodUntilSeconds
    }
}
