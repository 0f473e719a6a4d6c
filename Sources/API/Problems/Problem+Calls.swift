package import Batching
package import HTTP
internal import JSON

extension InfrastructureError: ProblemConvertible {
    package var problem: Problem {
        switch self {
        case .unavailable: .unavailable
        case .internalError: .internalError
        }
    }
}
