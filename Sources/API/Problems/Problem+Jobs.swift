package import HTTP
internal import JSON
internal import Rewards
internal import Values

extension JobError: ProblemConvertible {
    package var problem: Problem {
        switch self {
        case .unavailable: .unavailable
        case .internalError: .internalError
        case .notFound: .notFound
        case .underWay(let id):
            Problem(of: .jobUnderWay, extensions: [JSONMember("trial", .string(id.lowercaseText))])
        case .rule(let error): error.problem
        }
    }
}
