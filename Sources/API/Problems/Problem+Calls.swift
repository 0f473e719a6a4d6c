package import Batching
package import HTTP

extension CallFailure: ToldError {
    package var problem: Problem {
        switch self {
        case .unavailable: .unavailable
        case .internalError: .internalError
        }
    }
}
