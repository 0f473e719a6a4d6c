package import Links
internal import Values

/// One of the things that must hold of a player before a rule pays. A new one is a case here, with all that
/// follows from it, and a line in the API's `RuleConditionForm`.
package enum RuleCondition: Hashable, Sendable {
    case level(atLeast: Int64)
    case highestLevel(atLeast: Int64)
    case milestone(Milestone)
    case counter(Counter, atLeast: Int64)
    /// The player has opened the game on such a device.
    case platform(PlatformFamily)
    case signedUp
    case emailVerified
    /// A referral of the player: without one, the reward has no beneficiary.
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
        case .platform(let platform): player.memory[.used(platform)] != nil
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
        case .platform: .platform
        case .signedUp, .emailVerified, .referred, .signedUpWithinDays: nil
        }
    }

    /// The possible values of its number.
    package var range: ClosedRange<Int64>? {
        switch self {
        case .level, .highestLevel: Level.range
        case .counter: 1...Counter.sumMax
        case .signedUpWithinDays: Self.daysRange
        case .milestone, .platform, .signedUp, .emailVerified, .referred: nil
        }
    }

    /// The reason given while it doesn't hold, in snake_case.
    package var unmetReason: String {
        switch self {
        case .level(let least): "current_level_below_\(least)"
        case .highestLevel(let least): "level_below_\(least)"
        case .milestone(let milestone): "\(milestone)_not_reached"
        case .counter(let counter, let least): "\(counter)_below_\(least)"
        case .platform(let platform): "not_on_\(platform.rawValue)"
        case .signedUp: "not_signed_up"
        case .emailVerified: "email_not_verified"
        case .referred: "no_referrer"
        case .signedUpWithinDays(let days): "not_signed_up_within_\(days)_days"
        }
    }

    /// The player's number beside the one that the condition needs; 0 where it has none.
    func number(of player: UserState) -> Int64 {
        switch self {
        case .level: Int64(player.level)
        case .highestLevel: Int64(player.highestLevel)
        case .counter(let counter, _): player.counters[counter, default: 0]
        case .signedUpWithinDays: player.isSignedUp ? 1 : 0
        case .milestone, .platform, .signedUp, .emailVerified, .referred: 0
        }
    }

    /// Why it doesn't hold, for people.
    func unmetText(of player: UserState) -> String {
        switch self {
        case .level(let least): "The player is at level \(player.level), and needs \(least)."
        case .highestLevel(let least): "The player has reached level \(player.highestLevel) of \(least)."
        case .milestone(let milestone): "The player has not reached \(milestone)."
        case .counter(let counter, let least):
            "The player's \(counter) is at \(player.counters[counter, default: 0]) of \(least)."
        case .platform(let platform): "The player has not used the game on \(platform.rawValue)."
        case .signedUp: "The player has not signed up."
        case .emailVerified: "The player's e-mail is not verified."
        case .referred: "The player has no known referrer."
        case .signedUpWithinDays(let days):
            player.isSignedUp
                ? "The player signed up later than \(days) days after the first start."
                : "The player has not signed up."
        }
    }
}

extension RuleCondition {
    /// Its parts in any notation: its name, and the values beside it.
    package enum Parts: Equatable, Sendable {
        /// That something is so.
        case state(String)
        /// That something of this kind is there.
        case member(String, of: String)
        /// A limit.
        case number(String, Int64)
        /// A fact that is at least so much.
        case fact(String, atLeast: Int64)
        /// One of several that are counted, at least so much.
        case count(String, of: String, atLeast: Int64)
    }

    package var parts: Parts {
        switch self {
        case .level(let least): .fact("level", atLeast: least)
        case .highestLevel(let least): .fact("highest_level", atLeast: least)
        case .milestone(let milestone): .member("milestone", of: milestone.description)
        case .counter(let counter, let least): .count("counter", of: counter.description, atLeast: least)
        case .platform(let platform): .member("platform", of: platform.rawValue)
        case .signedUp: .state("signed_up")
        case .emailVerified: .state("email_verified")
        case .referred: .state("referred")
        case .signedUpWithinDays(let days): .number("signed_up_within_days", days)
        }
    }

    /// For people, such as `highest_level>=5`, `counter:races_won>=10` and `milestone=ship`.
    package var text: String {
        switch parts {
        case .state(let name): name
        case .member(let name, let member): "\(name)=\(member)"
        case .number(let name, let number): "\(name)=\(number)"
        case .fact(let name, let least): "\(name)>=\(least)"
        case .count(let name, let counted, let least): "\(name):\(counted)>=\(least)"
        }
    }

    /// Nil when there is no such condition.
    package init?(_ parts: Parts) {
        switch parts {
        case .fact("level", let least): self = .level(atLeast: least)
        case .fact("highest_level", let least): self = .highestLevel(atLeast: least)
        case .member("milestone", let name):
            guard let milestone = Milestone(name) else { return nil }
            self = .milestone(milestone)
        case .count("counter", let name, let least):
            guard let counter = Counter(name) else { return nil }
            self = .counter(counter, atLeast: least)
        case .member("platform", let name):
            guard let platform = PlatformFamily(rawValue: name) else { return nil }
            self = .platform(platform)
        case .state("signed_up"): self = .signedUp
        case .state("email_verified"): self = .emailVerified
        case .state("referred"): self = .referred
        case .number("signed_up_within_days", let days): self = .signedUpWithinDays(days)
        default: return nil
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
