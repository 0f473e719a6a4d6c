internal import Accounts
package import HTTP
internal import JSON

extension SessionError: ProblemConvertible {
    package var problem: Problem {
        switch self {
        case .unavailable: .unavailable
        case .internalError: .internalError
        case .tooManyRequests(let seconds): .tooManyRequests(retryAfterSeconds: seconds)
        case .unauthenticated: .unauthenticated
        case .blocked: Problem(of: .blocked)
        case .merged(let account): .merged(into: account)
        case .unproved(let error): error.problem
        case .invalidCredentials:
            Problem(
                of: .invalidCredentials,
                headers: [ResponseHeader(.wwwAuthenticate, "Bearer")])
        }
    }
}

extension AuthenticationError: ProblemConvertible {
    package var problem: Problem {
        switch self {
        case .unavailable: .unavailable
        case .tooManyRequests(let seconds): .tooManyRequests(retryAfterSeconds: seconds)
        case .unauthenticated: .unauthenticated
        case .blocked: Problem(of: .blocked)
        case .userNotCreated: .userNotCreated
        case .merged(let account): .merged(into: account)
        }
    }
}
