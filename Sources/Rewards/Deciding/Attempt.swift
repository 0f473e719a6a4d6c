/// The result of a transaction in which rules decide.
package enum Attempt<Value> {
    /// It committed, or its body ended it on purpose.
    case finished(Value)
    /// Nothing was written.
    case abandoned(Hindrance)

    package func map<Other>(_ transform: (Value) -> Other) -> Attempt<Other> {
        switch self {
        case .finished(let value): .finished(transform(value))
        case .abandoned(let hindrance): .abandoned(hindrance)
        }
    }

    /// The value, or another instead of it where nothing was written.
    package func finished(or other: Value) -> Value {
        if case .finished(let value) = self { value } else { other }
    }
}

/// Why a transaction in which rules decide wrote nothing, though no statement failed.
package enum Hindrance: Equatable {
    /// Events had been recorded before. The next attempt goes without them.
    case recordedBefore
    /// Another transaction locks a user that this one pays.
    case payeeLocked
    /// The stripes of a budget that it locked hold less than it grants. The next attempt locks all of them.
    case budgetShort
    /// An account has no room for what it grants. The next attempt knows how much there is.
    case accountFull
    /// A reward that it claws back was clawed back meanwhile. The next attempt reads that.
    case rewardTakenBack
    /// A chain of referrers has got another end meanwhile. The next attempt locks that user.
    case chainGrown
}
