internal import HTTP
internal import Referrals

// What an event of each kind carries besides its type, in and out.

extension Fact {
    /// Nil for what is missing or wrong; `fields` has noted it.
    init?(_ fields: inout Fields) {
        let fact: Fact?
        switch fields.value("type", Self.sentType) {
        case .levelReached:
            fact = fields.integer("level", in: Level.range).map { .levelReached(Int32($0)) }
        case .milestoneReached:
            fact = fields.value("milestone", Self.milestone).map(Fact.milestoneReached)
        case .referrerRecorded, .credentialLinked, nil:
            fact = nil
        }
        guard let fact else { return nil }
        self = fact
    }

    func encodeMembers(to writer: inout JSONWriter) {
        switch self {
        case .levelReached(let level): writer.member("level", Int64(level))
        case .milestoneReached(let milestone): writer.member("milestone", milestone.description)
        case .referrerRecorded(let referrer): writer.member("referred_by", referrer)
        case .credentialLinked: break
        }
    }

    /// The service's own facts are not for clients to send.
    private static func sentType(_ text: String) throws(FieldError) -> EventType {
        let type = EventType(rawValue: text)
        if let type, EventType.sent.contains(type) { return type }
        let names = EventType.sent.map(\.rawValue).joined(separator: " or ")
        return try FieldValues.refuse("A type is \(names).")
    }

    private static func milestone(_ text: String) throws(FieldError) -> Milestone {
        try FieldValues.require(
            Milestone(text), "A milestone is a lower-case letter and up to 62 letters, digits or _.")
    }
}
