internal import FoundationEssentials
internal import HTTP
internal import Referrals

/// An event as a client sends one.
struct EventInput {
    let id: UUID
    let uid: UserID?
    let fact: Fact
    let occurredAt: Timestamp?
    /// Where the event is in its document: a batch has many.
    let pointer: String

    init(_ fields: inout Fields) throws(Problem) {
        let id = fields.value("id", Values.uuid)
        let uid = fields.optionalValue("uid", Values.uid)
        let occurredAt = fields.optionalValue("occurred_at", Values.time)
        let fact = Self.fact(&fields)
        (self.id, self.fact) = try fields.finish(id, fact)
        self.uid = uid
        pointer = fields.pointer
        self.occurredAt = occurredAt
    }

    private static func fact(_ fields: inout Fields) -> Fact? {
        guard let type = fields.value("type", Self.type) else { return nil }
        switch type {
        case .levelReached:
            let range = Int64(Fact.levelRange.lowerBound)...Int64(Fact.levelRange.upperBound)
            return fields.integer("level", in: range).map { .levelReached(Int32($0)) }
        case .milestoneReached:
            return fields.value("milestone", Values.milestone).map(Fact.milestoneReached)
        case .referrerRecorded, .credentialLinked:
            return nil
        }
    }

    /// The service's own facts are not for clients to send.
    private static func type(_ text: String) throws(FieldError) -> EventType {
        switch EventType(rawValue: text) {
        case .levelReached: .levelReached
        case .milestoneReached: .milestoneReached
        default: try Values.refuse("A type is level_reached or milestone_reached.")
        }
    }

    /// The event, its user known: a server must name one, a user may name only itself.
    func event(from call: Call) throws(Problem) -> Event {
        Event(uid: try owner(call), id: id, fact: fact, occurredAt: occurredAt)
    }

    private func owner(_ call: Call) throws(Problem) -> UserID {
        if call.isServer {
            guard let uid else {
                throw .field(pointer + "/uid", .required, "A server names the user of an event.")
            }
            return uid
        }
        let caller = try call.user()
        guard uid == nil || uid == caller else {
            throw .field(pointer + "/uid", .invalid, "A user can send only events of its own.")
        }
        return caller
    }
}
