package import Batching
package import HTTP
internal import JSON

extension CallFailure: ToldError {
    package var problem: Problem {
        switch self {
        case .unavailable: .unavailable
        case .internalError: .internalError
        }
    }
}
