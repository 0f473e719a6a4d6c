internal import FoundationEssentials
internal import Postgres
internal import Referrals
internal import Values

/// A `RecordedEvent` in columns: those of `events` that are written, and with a few of its user's those that
/// are read, in the order in which `readRecordedEvent` reads them.
enum EventRow {
    static let written: [Column<RecordedEvent>] = happened + FactColumns.all + leftOfUser
    static let columns =
        written.map { "e.\($0.name)" }.joined(separator: ", ")
        + ", u.email, u.referral_code, u.created_at, u.external_id"

    private static let happened: [Column<RecordedEvent>] = [
        Column("uid", "uuid") { $0.add($1.map(\.event.key.uid)) },
        Column("id", "uuid") { $0.add($1.map(\.event.key.id)) },
        Column("occurred_at", "timestamptz") { $0.add($1.map(\.event.occurredAt)) },
        Column("received_at", "timestamptz") { $0.add($1.map(\.receivedAt)) },
        Column("number", "bigint") { $0.add($1.map { $0.number?.value }) },
        Column("type", "text") { $0.add($1.map(\.event.fact.type.rawValue)) },
    ]

    private static let leftOfUser: [Column<RecordedEvent>] = [
        Column("user_level", "int") { $0.add($1.map(\.user.level)) },
        Column("user_highest_level", "int") { $0.add($1.map(\.user.highestLevel)) },
        Column("user_referred_by", "uuid") { $0.add($1.map(\.user.referral.referredBy)) },
        Column("user_signed_up_at", "timestamptz") { $0.add($1.map(\.user.signedUpAt)) },
        Column("user_last_signin_at", "timestamptz") { $0.add($1.map(\.user.lastSignInAt)) },
        // As one text, since unnest takes no arrays of different lengths.
        Column("decisions", "text", kept: "string_to_array(decisions, ',')") {
            $0.add($1.map(\.decisionsText))
        },
        Column("standing", "text") { $0.add($1.map { $0.summary?.text }) },
    ]
}

/// A fact's position in the order in which facts were recorded, in SQL.
enum FactOrder {
    static let number = """
        coalesce(e.number, \
        (extract(epoch FROM e.received_at) * 1000000)::bigint * \(FactNumber.perMicrosecond))
        """
}

extension RowReader {
    /// The event with its user as the event left it; what no reply shows of the user is left out.
    mutating func readRecordedEvent() throws(PostgresError) -> RecordedEvent {
        let uid = try readUserID()
        let id: UUID = try read()
        let occurredAt = try readOptionalTimestamp()
        let receivedAt = try readTimestamp()
        let number: Int64? = try read()
        let fact = try readFact(try readValue(EventType.init(rawValue:)))
        let progress = Progress(level: try read(), highestLevel: try read())
        let referredBy = try readOptionalUserID()
        let signedUpAt = try readOptionalTimestamp()
        let lastSignInAt = try readOptionalTimestamp()
        let decisions = try readDecisions()
        let summary = try readOptional { DecisionSummary($0) }
        let email = try readOptional(EmailAddress.init)
        let user = User(
            uid: uid, email: signedUpAt == nil ? nil : email,
            referralCode: try readValue(ReferralCode.init), referral: Referral(referredBy: referredBy),
            progress: progress, signedUpAt: signedUpAt, lastSignInAt: lastSignInAt,
            createdAt: try readTimestamp(), externalID: try readOptional(ExternalID.init))
        let event = Event(uid: uid, id: id, fact: fact, occurredAt: occurredAt)
        return RecordedEvent(
            event: event, receivedAt: receivedAt, number: number.map { FactNumber($0) }, user: user,
            decisions: decisions, summary: summary)
    }

    private mutating func readDecisions() throws(PostgresError) -> [Decision] {
        let texts: [String] = try read()
        var decisions: [Decision] = []
        for text in texts {
            let parts = text.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 3, let outcome = Outcome(rawValue: parts[1]) else {
                throw .decoding("decision \(text)")
            }
            decisions.append(Decision(rule: RuleName(kept: parts[0]), outcome: outcome, reason: parts[2]))
        }
        return decisions
    }
}

extension RecordedEvent {
    fileprivate var decisionsText: String {
        var text = ""
        // Appended, not interpolated: it is made for every event, and interpolation inspects each part.
        // Contents of `summary` are not repeated.
        for decision in decisions where summary == nil || decision.version == nil || decision.isNew {
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
