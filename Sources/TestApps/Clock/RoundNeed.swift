internal import Accounts
internal import Batching
internal import Delivery
internal import Reporting
internal import Rewards
internal import Store

/// When a round has something to do: an advance runs no other.
enum RoundNeed: Equatable {
    case due(DueWork)
    /// Another day: partitions come and go.
    case day
    /// Rows to be counted.
    case users
    case always

    init(_ work: any Recurring) {
        self =
            switch work {
            case is RewardReleaser: .due(.released)
            case is ReservationKeeper: .due(.returned)
            case is MailSender: .due(.mails)
            case is ErasureKeeper: .due(.erased)
            case is ResetKeeper: .due(.resets)
            case is MergeKeeper: .due(.merges)
            case is DayCountKeeper, is LeaderKeeper: .users
            case is ChangeKeeper: .day
            default: work.pauseMilliseconds >= 60_000 ? .day : .always
            }
    }

    /// - Parameter isLast: whether the clock has come to its end, where all is counted.
    func isMet(by due: [DueWork: Int], hasUsers: Bool, isLast: Bool) -> Bool {
        switch self {
        case .due(let kind): due[kind, default: 0] > 0
        case .day: isLast && due[.expired, default: 0] > 0
        case .users: isLast && hasUsers
        case .always: true
        }
    }
}
