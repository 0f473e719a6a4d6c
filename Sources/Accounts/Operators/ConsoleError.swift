package import Crypto

/// Errors of signing in to the console and using it.
package enum ConsoleError: PasswordError {
    case unavailable
    case internalError
    case tooManyAttempts(retryAfterSeconds: Int)

    /// An e-mail, a password, a code or a key. It never says which.
    case wrong
    /// The link was used, has expired, was replaced, or never was.
    case invitationGone
    case invalidPassword(PasswordPolicy.Violation)

    package static var balanceTooLarge: ConsoleError { .internalError }

    init(_ error: AuthenticationError) {
        switch error {
        case .unavailable: self = .unavailable
        case .tooManyRequests(let seconds): self = .tooManyAttempts(retryAfterSeconds: seconds)
        case .unauthenticated, .blocked, .userNotCreated, .merged: self = .wrong
        }
    }

    /// Whether it counts against the address that caused it.
    var isGuess: Bool {
        switch self {
        case .wrong, .invitationGone: true
        case .unavailable, .internalError, .tooManyAttempts, .invalidPassword: false
        }
    }
}
