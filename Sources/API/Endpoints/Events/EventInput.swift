internal import FoundationEssentials
internal import HTTP
internal import Referrals
internal import Values

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
        let fact = Fact(&fields)
        (self.id, self.fact) = try fields.finish(id, fact)
        self.uid = uid
        pointer = fields.pointer
        self.occurredAt = occurredAt
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
