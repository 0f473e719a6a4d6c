internal import Accounts
package import HTTP
internal import JSON
internal import Values

extension MergeError: ToldError {
    package var problem: Problem {
        switch self {
        case .unavailable: .unavailable
        case .internalError: .internalError
        case .tooManyRequests(let seconds): .tooManyRequests(retryAfterSeconds: seconds)
        case .unauthenticated:
            Problem(
                of: .unauthenticated,
                detail: "The token in `merge` is no anonymous player's, or good no more.",
                headers: Problem.unauthenticated.headers)
        case .blocked: Problem(of: .blocked)
        case .notAnonymous: Problem(of: .mergeNotAnonymous)
        case .merged(let account): .merged(into: account)
        case .accountGone: SessionError.invalidCredentials.problem
        case .balanceTooLarge: .balanceTooLarge
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

    static let merged = ProblemType(
        410, "merged", "This player is an account now.",
        meaning: """
            The uid was an anonymous player's who became an account that was there. Its history is listed with the \
            account's; nothing happens to it any more.
            """,
        remedy: """
            `uid` is the account's: an app has the player sign in to it, a server and an administrator name it \
            instead. An app is told so for 30 days, and gets 401 from then on.
            """)

    static let mergeNotAnonymous = ProblemType(
        409, "merge-not-anonymous", "Only an anonymous player can become another account.",
        meaning: "The token in `merge` is that of an account. Two accounts are never joined.",
        remedy: "Sign in without `merge`.")
}
