internal import Accounts
package import HTTP
internal import JSON
internal import Values

extension MergeError: ProblemConvertible {
    package var problem: Problem {
        switch self {
        case .unavailable: .unavailable
        case .internalError: .internalError
        case .tooManyRequests(let seconds): .tooManyRequests(retryAfterSeconds: seconds)
        case .unauthenticated:
            Problem(
                of: .unauthenticated,
                detail: "The token in `merge` is not an anonymous player's, or no longer valid.",
                headers: Problem.unauthenticated.headers)
        case .blocked: Problem(of: .blocked)
        case .notAnonymous: Problem(of: .mergeNotAnonymous)
        case .merged(let account): .merged(into: account)
        case .accountGone: SessionError.invalidCredentials.problem
        case .balanceTooLarge: .balanceTooLarge
        case .unproved(.required): .proofRequired
        case .unproved(.wrong): .proofWrong
        case .unproved(.wrongTime(let time)): .installProofTime(time)
        }
    }
}

extension Problem {
    static func merged(into account: UserID) -> Problem {
        Problem(of: .merged, extensions: [JSONMember("uid", .string(account.description))])
    }
}

extension ProblemType {
    static let merging = [merged, mergeNotAnonymous]

    package static let merged = ProblemType(
        410, "merged", "This player was merged into an account.",
        meaning: """
            The uid belonged to an anonymous player who was merged into an existing account. The account \
            lists its history, and the uid no longer changes.
            """,
        remedy: """
            `uid` is the account's. In an app, the player signs in to it; servers and administrators use it \
            instead of the old uid. An app gets this reply for 30 days, and 401 after that.
            """)

    static let mergeNotAnonymous = ProblemType(
        409, "merge-not-anonymous", "Only an anonymous player can become another account.",
        meaning: "The token in `merge` is an account's. Two accounts can't be merged.",
        remedy: "Sign in without `merge`.")
}
