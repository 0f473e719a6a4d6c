internal import Forms
internal import HTTP
internal import JSON
internal import Referrals

// The fields of each kind of event beside its type, in and out.

extension Fact {
    /// Nil for what is missing or wrong; `fields` has noted it.
    init?(_ fields: inout Fields) {
        let fact: Fact?
        switch fields.value("type", Self.sentType) {
        case .levelReached:
            fact = fields.integer("level", in: Level.range).map { .levelReached(Int32($0)) }
        case .milestoneReached:
            fact = fields.value("milestone", FieldValues.milestone).map(Fact.milestoneReached)
        case .counterIncremented:
            let counter = fields.value("counter", FieldValues.counter)
            let step = fields.integer("by", in: Counter.steps)
            fact = counter.flatMap { counter in step.map { Fact.counterIncremented(counter, by: $0) } }
        case .referrerRecorded, .credentialLinked, .emailVerified, .playerMerged, nil:
            fact = nil
        }
        guard let fact else { return nil }
        self = fact
    }

    func encodeMembers(to writer: inout JSONWriter) {
        switch self {
        case .levelReached(let level): writer.member("level", Int64(level))
        case .milestoneReached(let milestone): writer.member("milestone", milestone.description)
        case .counterIncremented(let counter, let step):
            writer.member("counter", counter.description)
            writer.member("by", step)
        case .referrerRecorded(let referrer): writer.member("referred_by", referrer)
        case .playerMerged(let player, _): writer.member("merged", player)
        case .credentialLinked, .emailVerified: break
        }
    }

    /// The service's own facts are not for clients to send.
    private static func sentType(_ text: String) throws(FieldError) -> EventType {
        let type = EventType(rawValue: text)
        if let type, EventType.sent.contains(type) { return type }
        let names = EventType.sent.map(\.rawValue)
        return try FieldValues.refuse(
            "A type is \(names.dropLast().joined(separator: ", ")) or \(names[names.count - 1]).")
    }
}
