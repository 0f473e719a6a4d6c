package import Crypto
package import Referrals
package import Values

/// Errors of signing up, recording a referrer and linking a credential.
package enum AccountError: ProofError, PasswordError {
    case unavailable
    case internalError
    case tooManyRequests(retryAfterSeconds: Int)

    case userNotFound
    /// An anonymous player who became this account.
    case merged(into: UserID)

    /// An administrator has blocked the user.
    case blocked

    case unknownReferrer
    case selfReferral
    /// The user has brought the named referrer, directly or over others.
    case referralRing
    case referralAlreadySet
    case referralWindowClosed
    /// A claim's receipt makes no referral.
    case referralRejected(Referral.Rejection)

    case invalidPassword(PasswordPolicy.Violation)
    case credentialAlreadyLinked
    case emailAlreadyInUse
    case externalIDAlreadyInUse(by: UserID)
    /// The user of an Idempotency-Key has another install key.
    case installKeyMismatch

    /// An anonymous user has none.
    case noEmail
    /// Nothing was offered that proves who calls, or not what is needed now.
    case proofRequired
    /// The offered proof is invalid.
    case proofWrong
    /// The proof of an install has a time that is not now.
    case installProofTime(InstallTime)
    /// A reset or an undo of the account came first.
    case accountRecovered
    /// The link of a mail is good for nothing: it was used, is too old, was replaced, or never was.
    case linkGone
    /// The service sends no mails.
    case mailOff

    /// The reward would overflow a balance of 64 bits.
    case balanceTooLarge
}
