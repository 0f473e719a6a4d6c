package import Batching
package import HTTP
internal import Service

extension CallFailure: ToldError {
    package var problem: Problem {
        switch self {
        case .unavailable: .unavailable
        case .internalError: .internalError
        }
    }
}
