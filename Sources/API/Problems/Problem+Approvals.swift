package import HTTP
internal import JSON
internal import Referrals
package import Rewards

extension ProblemType {
    static let approvals = [changeAlreadyDecided, tooManyPendingChanges]

    static let changeAlreadyDecided = ProblemType(
        409, "change-already-decided", "The pending change no longer waits.",
        meaning: "The pending change was approved, refused or withdrawn before.",
        remedy: "Read the pending change; `state` says what happened.")

    static let tooManyPendingChanges = ProblemType(
        409, "too-many-pending-changes", "As many changes wait as may wait.",
        meaning: "At most 200 changes wait for a second operator, 50 of them by one operator or key.",
        remedy: "Have an operator approve or refuse some in the console, or withdraw your own.")
}

extension ApprovalError: ProblemConvertible {
    package var problem: Problem {
        switch self {
        case .unavailable: .unavailable
        case .internalError: .internalError
        case .notFound: .notFound
        case .idReused: Problem(of: .postingIDReused)
        case .tooManyWaiting: Problem(of: .tooManyPendingChanges)
        case .alreadyDecided(let state):
            Problem(
                of: .changeAlreadyDecided, extensions: [JSONMember("change_state", .string(state.rawValue))])
        case .ownChange, .othersChange: .forbidden
        case .rule(let error): error.problem
        case .job(let error): error.problem
        case .posting(let error): error.problem
        }
    }
}
