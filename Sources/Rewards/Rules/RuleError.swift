internal import Batching
package import Referrals

/// What changing rules can refuse or fail with.
package enum RuleError: ServiceError {
    case unavailable
    case internalError

    case ruleNotFound
    /// A name is never used again.
    case nameInUse
    /// Somebody was faster: the rule is of another version than was said.
    case changedMeanwhile(version: Int64)
    /// It makes no sense.
    case refused([RuleMistake])
    /// It is written in Swift.
    case inCode
    /// It is archived for good, or was never in force: this state can't follow that one.
    case stateNotPossible(RuleState)
    /// Nobody declared the currency in which it pays, or it is archived; the nearest of those in use.
    case unknownCurrency(Currency, nearest: Currency?)
    /// One more would be too many.
    case tooMany(RuleLimit)

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
