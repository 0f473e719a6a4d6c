internal import Batching
internal import HTTP
internal import Service

extension CallFailure: ToldError {
    var problem: Problem {
        switch self {
        case .unavailable: .unavailable
        case .internalError: .internalError
        }
    }
}
