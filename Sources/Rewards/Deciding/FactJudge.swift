internal import Batching
internal import FoundationEssentials
package import Referrals
internal import Store
package import Values

/// Lets the rules judge facts one by one, each on its user as the one before has left it.
package struct FactJudge {
    private let rules: RuleBook
    private let makeID: () -> UUID
    private let now: Timestamp
    private let stored: [UserID: User]
    package private(set) var users: [UserID: User]
    private let standings: StandingList
    private let findings: [UserID: TrustCodes]
    /// Players about whom checks are to be asked before what they deserve is made.
    private(set) var suspects: [UserID: User] = [:]
    package var writes = DecidedWrites()

    /// - Parameters:
    ///   - users: as they are stored, and locked.
    ///   - kept: rewards that users may have forgotten.
    ///   - findings: what checks found of players about whom they were asked.
    ///   - places: what rules with limits have given, as far as it is known.
    init(
        _ context: RewardsContext, _ rules: RuleBook, users: [User], at now: Timestamp, kept: [Reward] = [],
        findings: [UserID: TrustCodes] = [:], _ places: RewardPlaces = RewardPlaces()
    ) {
        self.rules = rules
        writes.places = places
        writes.places.rooms = context.rooms.known
        makeID = context.makeID
        self.now = now
        standings = context.standings
        self.findings = findings
        stored = Dictionary(uniqueKeysWithValues: users.map { ($0.uid, $0) })
        self.users = stored
        for reward in kept { self.users[reward.subject]?.remember(reward) }
    }

    /// - Parameter user: the event's, one of `users`.
    package mutating func judge(_ event: Event, of user: User) -> EventReply {
        var referrer = user.referral.referredBy
        if case .referrerRecorded(let uid) = event.fact { referrer = uid }
        var user = inCircumstances(user, broughtBy: referrer)
        if !event.isOwnWord {
            user.noteServersWord(event.fact)
        } else if rules.trust.userEvents != .pay {
            user.noteOwnWord(event.fact)
        }
        let verdict = rules.apply(event.fact, to: user, at: now, &writes.places, makeID: makeID)
        let recorded = RecordedEvent(
            event: event, receivedAt: now, user: verdict.user, decisions: verdict.decisions,
            standing: verdict.standing)
        writes.add(recorded)
        take(verdict, of: user)
        return EventReply(recorded: recorded, rewards: verdict.rewards, isReplayed: false)
    }

    /// Grants what a rule owes to a user, one of `users`, to whom nothing happens; nil where that is nothing.
    ///
    /// - Parameter leavesDenials: to the user's next event, which keeps why.
    @discardableResult
    mutating func settle(
        _ rule: RuleName, for user: User, leavesDenials: Bool = false
    ) -> Verdict? {
        let user = inCircumstances(user, broughtBy: user.referral.referredBy)
        guard let verdict = rules.settle(rule, for: user, at: now, &writes.places, makeID: makeID) else {
            return nil
        }
        if leavesDenials, verdict.rewards.isEmpty, !verdict.wantsFindings { return nil }
        take(verdict, of: user)
        return verdict
    }

    private mutating func take(_ verdict: Verdict, of user: User) {
        if verdict.wantsFindings { suspects[user.uid] = verdict.user }
        writes.add(verdict.rewards)
        // Compared with what is stored, so that a memory that was lost is written again.
        if verdict.user.memory != stored[user.uid]?.memory { writes.remember(verdict.user) }
        users[user.uid] = verdict.user
    }

    /// With what is known of the player and of whoever brought it; mostly nothing is.
    private func inCircumstances(_ user: User, broughtBy referrer: UserID?) -> User {
        guard !findings.isEmpty || !standings.isEmpty else { return user }
        var user = user
        user.circumstances.findings = findings[user.uid]
        user.circumstances.standing = standings.standing(of: user.uid)
        user.circumstances.referrerStanding = referrer.map(standings.standing(of:)) ?? .good
        return user
    }
}

extension User {
    /// Takes over from a reward what the user's own row should have said.
    fileprivate mutating func remember(_ reward: Reward) {
        let outcome: Outcome =
            switch reward.status {
            case .held: .held
            case .paid: .paid
            case .void, .reversed: .denied
            }
        remember(reward, reviewedAs: outcome)
    }
}
