package import HTTP
internal import JSON
internal import Referrals
internal import Rewards

extension PostingError: ProblemConvertible {
    package var problem: Problem {
        switch self {
        case .unavailable: .unavailable
        case .internalError: .internalError
        case .userNotFound: .notFound
        case .merged(let account): .merged(into: account)
        case .postingIDReused: Problem(of: .postingIDReused)
        case .insufficientBalance(let balance):
            Problem(
                of: .insufficientBalance, extensions: [JSONMember("balance", .integer(balance))])
        case .unknownCurrency(let nearest): .unknownCurrency(nearest: nearest)
        case .balanceTooLarge: .balanceTooLarge
        // An endpoint proposes such a change instead.
        case .needsApproval: .internalError
        case .alreadyDecided: Problem(of: .changeAlreadyDecided)
        case .redemptionNotFound, .redemptionUnproved: .notFound
        case .redemptionSettled(let state):
            Problem(
                of: .redemptionAlreadySettled,
                extensions: [JSONMember("redemption_state", .string(state.rawValue))])
        }
    }
}

extension Problem {
    /// - Parameter unknown: where several were asked for.
    static func unknownCurrency(_ unknown: Currency? = nil, nearest: Currency?) -> Problem {
        let words = [
            unknown.map { "\($0) is not a currency." }, nearest.map { "The nearest one is \($0)." },
        ].compactMap(\.self)
        let members = [("currency", unknown), ("nearest", nearest)].compactMap { name, currency in
            currency.map { JSONMember(name, .string($0.description)) }
        }
        return Problem(
            of: .unknownCurrency, detail: words.isEmpty ? nil : words.joined(separator: " "),
            extensions: members)
    }
}

extension CurrencyError: ProblemConvertible {
    package var problem: Problem {
        switch self {
        case .unavailable: .unavailable
        case .internalError: .internalError
        case .tooManyCurrencies:
            .field("/name", .outOfRange, "The currency limit is reached.")
        }
    }
}

extension RewardError: ProblemConvertible {
    package var problem: Problem {
        switch self {
        case .unavailable: .unavailable
        case .internalError: .internalError
        case .rewardNotFound: .notFound
        case .rewardNotHeld(let status):
            Problem(
                of: .rewardAlreadySettled, extensions: [JSONMember("reward_status", .string(status.rawValue))]
            )
        case .rewardUnproved:
            Problem(
                of: .rewardAlreadySettled,
                detail: "The service did not write this reward: it has no genuine MAC. Void it.",
                extensions: [JSONMember("reward_status", .string(Reward.Status.held.rawValue))])
        case .rewardNotPaid(let status):
            Problem(
                of: .rewardNotPaid, extensions: [JSONMember("reward_status", .string(status.rawValue))])
        case .insufficientBalance(let balance):
            PostingError.insufficientBalance(balance: balance).problem
        case .balanceTooLarge: .balanceTooLarge
        }
    }
}
