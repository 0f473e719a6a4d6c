package import Values

/// The rules' decisions about a docket.
package struct Decisions: Sendable {
    /// The result of an occasion.
    package enum Answer: Sendable {
        case recorded(RecordedEvent, rewards: [Reward])
        /// A limit on facts stands against it.
        case refused(FactRefusal)
        case paid(Verdict)
        /// Its user isn't there, or is owed nothing.
        case nothing
    }

    /// In the order of the occasions.
    package internal(set) var answers: [Answer] = []
    /// Those that are recorded.
    package internal(set) var events: [RecordedEvent] = []
    /// As the last occasion leaves them.
    package internal(set) var users: [UserID: User]
    /// All that were made, paid or held.
    package internal(set) var rewards: [Reward] = []
    /// Users who remember other than is stored of what was decided about them.
    package internal(set) var remembering: [UserID: User] = [:]
    /// The new sums of rules with limits and tiers.
    package internal(set) var grantLimits: GrantLimits
    /// Players whose findings checks would have needed.
    var suspects: [UserID: User] = [:]
}

extension RecordedEvent {
    /// Referrers with one more referee, or one more that has signed up.
    package var creditedReferrer: UserID? {
        switch event.fact {
        case .referrerRecorded(let referrer): referrer
        case .credentialLinked: user.referral.referredBy
        case .levelReached, .milestoneReached, .emailVerified, .counterIncremented, .playerMerged: nil
        }
    }
}
