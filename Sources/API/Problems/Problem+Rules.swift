package import HTTP
internal import JSON
internal import Referrals
internal import Rewards

extension RuleError: ProblemConvertible {
    package var problem: Problem {
        switch self {
        case .unavailable: .unavailable
        case .internalError: .internalError
        case .ruleNotFound: .notFound
        case .nameInUse: Problem(of: .ruleNameInUse)
        case .changedMeanwhile: Problem(of: .preconditionFailed)
        case .refused(let mistakes):
            .validation(
                mistakes.map { FieldError(pointer: $0.pointer, FieldError.Code($0.code), $0.detail) })
        case .inCode: Problem(of: .ruleStateConflict, detail: "The rule is written in Swift.")
        case .stateNotPossible(let state):
            Problem(
                of: .ruleStateConflict, extensions: [JSONMember("rule_state", .string(state.rawValue))])
        case .unknownCurrency(let unknown, let nearest): .unknownCurrency(unknown, nearest: nearest)
        // An endpoint proposes such a change instead.
        case .needsApproval: .internalError
        case .alreadyDecided: Problem(of: .changeAlreadyDecided)
        case .tooMany(let limit):
            Problem(of: .tooManyRules, extensions: [JSONMember("limit", .integer(Int64(limit.count)))])
        }
    }
}
