internal import Accounts
package import HTTP
internal import JSON

extension IdentityError: ToldError {
    package var problem: Problem {
        switch self {
        case .unavailable: .unavailable
        case .internalError: .internalError
        case .tooManyRequests(let seconds): .tooManyRequests(retryAfterSeconds: seconds)
        case .userNotFound, .providerUnknown: .notFound
        case .merged(let account): .merged(into: account)
        case .tokenRefused:
            Problem(of: .invalidIDToken, headers: [ResponseHeader(.wwwAuthenticate, "Bearer")])
        case .blocked: Problem(of: .blocked)
        case .identityUnknown: Problem(of: .identityUnknown)
        case .identityAlreadyInUse: Problem(of: .identityAlreadyInUse)
        case .identityReserved: Problem(of: .identityReserved)
        case .proofRequired: .proofRequired
        case .proofWrong: .proofWrong
        case .lastCredential: Problem(of: .lastCredential)
        case .balanceTooLarge: .balanceTooLarge
        }
    }
}

extension Problem {
    static let userNotCreated = Problem(
        of: .userNotCreated, headers: [ResponseHeader(.wwwAuthenticate, "Bearer")])
}

extension ProblemType {
    static let identities = [
        invalidIDToken, userNotCreated, identityUnknown, identityAlreadyInUse, lastCredential,
    ]

    static let userNotCreated = ProblemType(
        401, "user-not-created", "The token is good, and its user isn't there yet.",
        meaning: "The token is of an issuer whose players are users here, and this one has not come before.",
        remedy: "Make the user: `POST /v1/users` with the same token, and who referred the player.")

    static let invalidIDToken = ProblemType(
        401, "invalid-id-token", "The ID token is not good.",
        meaning: """
            It isn't signed by the provider's key, not issued by it, not for this app, expired, or has another nonce. \
            Which of them is not told.
            """,
        remedy: "Have the provider's SDK sign the player in again, and send the new token and its nonce.")

    static let identityUnknown = ProblemType(
        404, "identity-unknown", "Nobody here has this identity.",
        meaning: "The token is good, and no user has been linked with whom it is of.",
        remedy: "Sign up anonymously, or go on as the anonymous user, and link the identity to it.")

    static let identityAlreadyInUse = ProblemType(
        409, "identity-already-in-use", "The identity can't be linked.",
        meaning:
            "Another user has this identity, or this user has another of the same provider. Nothing has changed.",
        remedy: "Offer to sign in with it and `merge`, which makes the anonymous player that account.")

    static let lastCredential = ProblemType(
        409, "last-credential", "The user could sign in no more.",
        meaning: "This identity is the only way in that the user has.",
        remedy: "Link an e-mail or another identity first; or delete the user.")
}
