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
    /// As the last occasion leaves them; those without one are left out.
    var judged: [UserID: User] = [:]
    /// As the first occasion finds them.
    private let found: [UserID: User]
    /// All that were made, paid or held.
    package internal(set) var rewards: [Reward] = []
    /// Users who remember other than is stored of what was decided about them.
    package internal(set) var remembering: [UserID: User] = [:]
    /// The new sums of rules with limits and tiers.
    package internal(set) var grantLimits: GrantLimits
    /// Players whose findings checks would have needed.
    var suspects: [UserID: User] = [:]

    init(of docket: Docket, grantLimits: GrantLimits) {
        found = docket.users
        self.grantLimits = grantLimits
        judged.reserveCapacity(found.count)
        answers.reserveCapacity(docket.occasions.count)
        events.reserveCapacity(docket.occasions.count)
    }

    /// A user of the docket, as the last occasion leaves it.
    package func user(_ uid: UserID) -> User? { judged[uid] ?? found[uid] }

    /// Users whose progress or memory is no longer as the first occasion found it.
    package var changed: [User] {
        judged.values.filter { user in
            let before = found[user.uid]
            return user.progress != before?.progress || user.memory != before?.memory
        }
    }
}

extension RecordedEvent {
    /// Referrers with one more referee, or one more that has signed up.
    package var creditedReferrer: UserID? {
        switch event.fact {
        case .referrerRecorded(let referrer): referrer
        case .credentialLinked: user.referral.referredBy
        case .levelReached, .milestoneReached, .counterIncremented, .platformUsed, .emailVerified,
            .playerMerged:
            nil
        }
    }
}
