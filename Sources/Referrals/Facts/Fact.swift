/// Something that happened to a user and that rules may look at.
package enum Fact: Equatable, Sendable {
    case levelReached(Int32)
    case milestoneReached(Milestone)
    /// The service's own: a referrer was recorded after the anonymous sign-in.
    case referrerRecorded(UserID)
    /// The service's own: an e-mail credential was linked.
    case credentialLinked

    package static let levelRange: ClosedRange<Int32> = 1...1_000_000

    package var type: EventType {
        switch self {
        case .levelReached: .levelReached
        case .milestoneReached: .milestoneReached
        case .referrerRecorded: .referrerRecorded
        case .credentialLinked: .credentialLinked
        }
    }
}

/// The names of facts, as they are stored and sent.
package enum EventType: String, Sendable, CaseIterable {
    case levelReached = "level_reached"
    case milestoneReached = "milestone_reached"
    case referrerRecorded = "referrer_recorded"
    case credentialLinked = "credential_linked"
}
