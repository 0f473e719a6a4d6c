internal import Batching
package import Referrals

/// Errors of changing rules.
package enum RuleError: ServiceError {
    case unavailable
    case internalError

    case ruleNotFound
    /// A name is never used again.
    case nameInUse
    /// The rule has another version than the caller's.
    case changedMeanwhile(version: Int64)
    /// It makes no sense.
    case refused([RuleMistake])
    /// It is written in Swift.
    case inCode
    /// The rule is archived, or was never active, so it can't move to this state.
    case stateNotPossible(RuleState)
    /// A currency of the rule is unknown or archived; with the nearest one in use.
    case unknownCurrency(Currency, nearest: Currency?)
    /// One more would be too many.
    case tooMany(RuleLimit)
    /// The installation requires a second operator.
    case needsApproval
    /// The pending change no longer waits.
    case alreadyDecided

    package static var balanceTooLarge: RuleError { .internalError }
}

/// How many rules there may be.
package enum RuleLimit: Sendable {
    /// But archived ones.
    case all
    case active

    package var count: Int {
        switch self {
        case .all: 200
        case .active: 50
        }
    }
}
