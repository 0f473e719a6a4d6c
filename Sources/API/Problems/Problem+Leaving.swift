internal import HTTP
internal import Service

extension LeavingError: ToldError {
    var problem: Problem {
        switch self {
        case .unavailable: .unavailable
        case .internalError: .internalError
        case .tooManyRequests(let seconds): .tooManyRequests(retryAfterSeconds: seconds)
        case .userNotFound: .notFound
        case .merged(let account): .merged(into: account)
        case .passwordNeeded: .field("/password", .required, "This account has a password, which is needed.")
        case .tokenNeeded:
            .field("/id_token", .required, "An ID token of one of the account's identities is needed.")
        case .wrongPassword: SessionError.invalidCredentials.problem
        }
    }
}
