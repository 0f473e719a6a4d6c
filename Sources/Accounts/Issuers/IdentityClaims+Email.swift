internal import Crypto
internal import Referrals

extension IdentityClaims {
    /// The e-mail if the provider has verified it; otherwise nil.
    var verifiedEmail: EmailAddress? {
        isEmailVerified ? email.flatMap { EmailAddress($0) } : nil
    }
}
