package import Links
package import Values

/// An event of a user that rules may use. The effect of each kind is with its type: `Level`, `Milestone`,
/// `Counter`.
package enum Fact: Equatable, Sendable {
    case levelReached(Int32)
    case milestoneReached(Milestone)
    case counterIncremented(Counter, by: Int64)
    /// The player opened the game on a device of this kind.
    case platformUsed(PlatformFamily)
    /// The service's own: a referrer was recorded after the anonymous sign-in.
    case referrerRecorded(UserID)
    /// The service's own: an e-mail credential was linked.
    case credentialLinked
    /// The service's own: the e-mail was proved to be the user's.
    case emailVerified
    /// The service's own: an anonymous player was merged into this account, with its progress, which the
    /// event doesn't contain.
    case playerMerged(UserID, Progress)

    package var type: EventType {
        switch self {
        case .levelReached: .levelReached
        case .milestoneReached: .milestoneReached
        case .counterIncremented: .counterIncremented
        case .platformUsed: .platformUsed
        case .referrerRecorded: .referrerRecorded
        case .credentialLinked: .credentialLinked
        case .emailVerified: .emailVerified
        case .playerMerged: .playerMerged
        }
    }
}

/// The names of facts, as they are stored and sent.
package enum EventType: String, Sendable, CaseIterable {
    case levelReached = "level_reached"
    case milestoneReached = "milestone_reached"
    case counterIncremented = "counter_incremented"
    case platformUsed = "platform_used"
    case referrerRecorded = "referrer_recorded"
    case credentialLinked = "credential_linked"
    case emailVerified = "email_verified"
    case playerMerged = "player_merged"

    /// Facts that apps and their servers may send; the others are the service's own.
    package static let sent: [EventType] = [
        .levelReached, .milestoneReached, .counterIncremented, .platformUsed,
    ]
}

extension Progress {
    package mutating func add(_ fact: Fact) {
        switch fact {
        case .levelReached(let level): reach(level: level)
        case .milestoneReached(let milestone): reach(milestone)
        case .counterIncremented(let counter, let step): count(counter, by: step)
        case .playerMerged(_, let progress): fold(progress)
        case .platformUsed, .referrerRecorded, .credentialLinked, .emailVerified: break
        }
    }

    /// Why `fact` can't be added; nil when it can.
    package func refusal(of fact: Fact) -> FactRefusal? {
        switch fact {
        case .milestoneReached(let milestone): refusal(of: milestone)
        case .counterIncremented(let counter, let step): refusal(of: counter, by: step)
        case .levelReached, .platformUsed, .referrerRecorded, .credentialLinked, .emailVerified,
            .playerMerged:
            nil
        }
    }
}

/// A limit that a user's facts would pass.
package struct FactRefusal: Equatable, Sendable {
    /// The name of an event's field with too large a value.
    package let member: String
    /// In snake_case, for programs.
    package let code: String
    /// For people.
    package let detail: String
}
