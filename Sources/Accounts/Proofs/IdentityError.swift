package import Values

/// Errors of calls about other providers' identities.
package enum IdentityError: ProofError {
    case unavailable
    case internalError
    case tooManyRequests(retryAfterSeconds: Int)

    case userNotFound
    /// An anonymous player who became this account.
    case merged(into: UserID)
    /// An administrator has blocked the user.
    case blocked
    /// No provider has the name here.
    case providerUnknown
    /// The token isn't the provider's, not for this app, expired, or has another nonce.
    case tokenRefused
    /// No user has it.
    case identityUnknown
    /// Another user has it, or this one has another of the provider.
    case identityAlreadyInUse
    /// Another user has unlinked it a short while ago, and may want it back.
    case identityReserved
    /// Nothing was offered that proves who calls, or not what is needed now.
    case proofRequired
    /// The offered proof is invalid.
    case proofWrong
    /// The proof of an install has a time that is not now.
    case installProofTime(InstallTime)
    /// The user could sign in no more.
    case lastCredential

    case balanceTooLarge
}
