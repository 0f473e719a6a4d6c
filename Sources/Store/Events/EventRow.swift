internal import FoundationEssentials
internal import Postgres
internal import Referrals

/// The columns of `events` and of their users that make a `RecordedEvent`, in the order in which
/// `readRecordedEvent` reads them.
enum EventRow {
    static let columns = """
        e.uid, e.id, e.type, e.level, e.milestone, e.referrer, e.occurred_at, e.received_at, e.user_level, \
        e.user_highest_level, e.user_referred_by, e.user_signed_up_at, e.user_last_signin_at, e.decisions, u.email, \
        u.referral_code, u.created_at
        """
}

extension RowReader {
    /// The event with its user as the event left it; what no reply shows of the user is left out.
    mutating func readRecordedEvent() throws(PostgresError) -> RecordedEvent {
        let event = try readEvent()
        let receivedAt = try readTimestamp()
        let level: Int32 = try read()
        let highestLevel: Int32 = try read()
        let referredBy = try readOptionalUserID()
        let signedUpAt = try readOptionalTimestamp()
        let lastSignInAt = try readOptionalTimestamp()
        let decisions = try readDecisions()
        let email = try readOptional(EmailAddress.init)
        let user = User(
            uid: event.key.uid, email: signedUpAt == nil ? nil : email,
            referralCode: try readValue(ReferralCode.init), referral: Referral(referredBy: referredBy),
            level: level, highestLevel: highestLevel, signedUpAt: signedUpAt, lastSignInAt: lastSignInAt,
            createdAt: try readTimestamp())
        return RecordedEvent(event: event, receivedAt: receivedAt, user: user, decisions: decisions)
    }

    private mutating func readEvent() throws(PostgresError) -> Event {
        let uid = try readUserID()
        let id: UUID = try read()
        let type = try readValue(EventType.init(rawValue:))
        let level: Int32? = try read()
        let milestone = try readOptional(Milestone.init)
        let referrer = try readOptionalUserID()
        let fact: Fact? =
            switch type {
            case .levelReached: level.map(Fact.levelReached)
            case .milestoneReached: milestone.map(Fact.milestoneReached)
            case .referrerRecorded: referrer.map(Fact.referrerRecorded)
            case .credentialLinked: .credentialLinked
            }
        guard let fact else { throw .decoding("\(type.rawValue) without its value") }
        return Event(uid: uid, id: id, fact: fact, occurredAt: try readOptionalTimestamp())
    }

    private mutating func readDecisions() throws(PostgresError) -> [Decision] {
        let texts: [String] = try read()
        var decisions: [Decision] = []
        for text in texts {
            let parts = text.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 3, let outcome = Outcome(rawValue: parts[1]) else {
                throw .decoding("decision \(text)")
            }
            decisions.append(Decision(rule: RuleName(parts[0]), outcome: outcome, reason: parts[2]))
        }
        return decisions
    }
}

extension RecordedEvent {
    /// `decisions` as one text, since unnest takes no arrays of different lengths.
    var decisionsText: String {
        var text = ""
        text.reserveCapacity(40 * decisions.count)
        // Appended, not interpolated: it is made for every event, and interpolation asks each part what it
        // is.
        for decision in decisions {
            if !text.isEmpty { text += "," }
            text += decision.rule.description
            text += "="
            text += decision.outcome.rawValue
            text += "="
            text += decision.reason
        }
        return text
    }
}
