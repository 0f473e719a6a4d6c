internal import Accounts
package import HTTP
internal import JSON

extension IdentityError: ProblemConvertible {
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
        case .installProofTime(let time): .installProofTime(time)
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
        401, "user-not-created", "The token is valid, but its user doesn't exist yet.",
        meaning: "The token's issuer has players as users here, but this token's player has no user yet.",
        remedy: "Create the user: `POST /v1/users` with the same token, and the referrer.")

    static let invalidIDToken = ProblemType(
        401, "invalid-id-token", "The ID token is not valid.",
        meaning: """
            The provider's signature, the issuer, the app, the expiry or the nonce is wrong. The reply \
            doesn't show which.
            """,
        remedy: "Have the provider's SDK sign the player in again, and send the new token and its nonce.")

    static let identityUnknown = ProblemType(
        404, "identity-unknown", "No user has this identity.",
        meaning: "The token is valid, but its identity is not linked to a user.",
        remedy: "Sign up anonymously, or stay the anonymous user, and link the identity to it.")

    static let identityAlreadyInUse = ProblemType(
        409, "identity-already-in-use", "The identity can't be linked.",
        meaning:
            "Another user has this identity, or this user has another of the same provider. Nothing has "
            + "changed.",
        remedy: "Offer to sign in with it and `merge`, which merges the anonymous player into that account.")

    static let lastCredential = ProblemType(
        409, "last-credential", "The user could no longer sign in.",
        meaning: "This identity is the user's only way to sign in.",
        remedy: "Link an e-mail or another identity first, or delete the user.")
}
