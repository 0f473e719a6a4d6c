internal import Accounts
package import HTTP
internal import JSON

extension AccountDeletionError: ProblemConvertible {
    package var problem: Problem {
        switch self {
        case .unavailable: .unavailable
        case .internalError: .internalError
        case .tooManyRequests(let seconds): .tooManyRequests(retryAfterSeconds: seconds)
        case .userNotFound: .notFound
        case .merged(let account): .merged(into: account)
        case .proofRequired: .proofRequired
        case .proofWrong: .proofWrong
        case .installProofTime(let time): .installProofTime(time)
        }
    }
}
