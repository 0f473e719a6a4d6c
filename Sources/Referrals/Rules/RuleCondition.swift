internal import Values

/// One of the things that must hold of a player before a rule pays.
package enum RuleCondition: Hashable, Sendable {
    case level(atLeast: Int64)
    case highestLevel(atLeast: Int64)
    case milestone(Milestone)
    case counter(Counter, atLeast: Int64)
    case signedUp
    case emailVerified
    /// Somebody's referral: nobody else is paid for.
    case referred
    /// So many days after the first start at most.
    case signedUpWithinDays(Int64)

    package static let daysRange: ClosedRange<Int64> = 1...3_650

    func holds(for player: UserState) -> Bool {
        switch self {
        case .level(let least): Int64(player.level) >= least
        case .highestLevel(let least): Int64(player.highestLevel) >= least
        case .milestone(let milestone): player.milestones.contains(milestone)
        case .counter(let counter, let least): player.counters[counter, default: 0] >= least
        case .signedUp: player.isSignedUp
        case .emailVerified: player.isEmailVerified
        case .referred: player.referredBy != nil
        case .signedUpWithinDays(let days): player.signUpDays.map { $0 < days } ?? false
        }
    }

    /// Nil where the service itself knows, and not apps.
    var progressKind: ProgressKind? {
        switch self {
        case .level, .highestLevel: .level
        case .milestone: .milestone
        case .counter: .counter
        case .signedUp, .emailVerified, .referred, .signedUpWithinDays: nil
        }
    }

    /// The reason given while it doesn't hold, in snake_case.
    package var unmetReason: String {
        switch self {
        case .level(let least): "current_level_below_\(least)"
        case .highestLevel(let least): "level_below_\(least)"
        case .milestone(let milestone): "\(milestone)_not_reached"
        case .counter(let counter, let least): "\(counter)_below_\(least)"
        case .signedUp: "not_signed_up"
        case .emailVerified: "email_not_verified"
        case .referred: "no_referrer"
        case .signedUpWithinDays(let days): "not_signed_up_within_\(days)_days"
        }
    }
}

extension UserState {
    /// Whole days from the first start to the sign-up; nil before it.
    fileprivate var signUpDays: Int64? {
        guard let signedUpAt, let createdAt else { return nil }
        let (elapsed, overflow) = signedUpAt.microsecondsSince1970
            .subtractingReportingOverflow(createdAt.microsecondsSince1970)
        return overflow ? nil : max(0, elapsed) / 86_400_000_000
    }
}
