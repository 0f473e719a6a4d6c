internal import Crypto
internal import Referrals

extension IdentityClaims {
    /// The e-mail where the provider vouches for it; nil where it doesn't.
    var verifiedEmail: EmailAddress? {
        isEmailVerified ? email.flatMap { EmailAddress($0) } : nil
    }
}
