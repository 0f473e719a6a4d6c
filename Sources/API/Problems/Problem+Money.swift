internal import HTTP
internal import Referrals
internal import Service

extension PostingError: ToldError {
    var problem: Problem {
        switch self {
        case .unavailable: .unavailable
        case .internalError: .internalError
        case .userNotFound: .notFound
        case .postingIDReused: Problem(of: .postingIDReused)
        case .insufficientBalance(let balance):
            Problem(
                of: .insufficientBalance, extensions: [JSONMember("balance", .integer(balance))])
        case .balanceTooLarge: .balanceTooLarge
        }
    }
}

extension RewardError: ToldError {
    var problem: Problem {
        switch self {
        case .unavailable: .unavailable
        case .internalError: .internalError
        case .rewardNotFound: .notFound
        case .rewardNotHeld(let status):
            Problem(
                of: .rewardAlreadySettled, extensions: [JSONMember("reward_status", .string(status.rawValue))]
            )
        case .balanceTooLarge: .balanceTooLarge
        }
    }
}
