internal import Forms
internal import FoundationEssentials
internal import HTTP
internal import JSON
internal import Referrals
internal import Values

/// An event as a client sends one.
struct EventInput {
    let id: UUID
    let uid: UserID?
    /// Another name of the user, for servers.
    let externalID: ExternalID?
    let fact: Fact
    let occurredAt: Timestamp?
    /// Where the event is in its document: a batch has many.
    let pointer: String

    static var schema: Schema {
        .named(
            "EventRequest",
            .oneOf(by: "type", FactFields.sent.map { ($0.type.rawValue, requestSchema($0)) })
                .means("A player's progress; `type` is its kind."))
    }

    private static func requestSchema(_ fact: FactFields) -> Schema {
        .closed(
            fact.name, means: fact.meaning,
            [
                ("id", .uuid.means("Chosen by the client: makes the event safe to repeat.")),
                (
                    "type",
                    .named("\(fact.name)Type", .choice(fact.type.rawValue).means(fact.typeMeaning))
                ),
            ] + fact.members + [
                (
                    "uid",
                    .uuid.means(
                        "The user of the event. Required with a server key; with a user's token absent or "
                            + "its own."
                    ).nullableOptional
                ),
                (
                    "external_id",
                    .externalID.means("Instead of `uid`, with a server key.").nullableOptional
                ),
                (
                    "occurred_at",
                    .time.means("The client's time of the event, from the year 1970 to 9999.")
                        .nullableOptional
                ),
            ])
    }

    init(_ fields: inout Fields) throws(Problem) {
        let id = fields.value("id", FieldValues.uuid)
        let uid = fields.optionalValue("uid", FieldValues.uid)
        let externalID = fields.optionalValue("external_id", FieldValues.externalID)
        let occurredAt = fields.optionalValue("occurred_at", FieldValues.time)
        let fact = Fact(&fields)
        (self.id, self.fact) = try fields.finish(id, fact)
        self.uid = uid
        self.externalID = externalID
        pointer = fields.pointer
        self.occurredAt = occurredAt
    }

    /// The event, its user known: a server must name one, a user may name only itself.
    ///
    /// - Parameter known: the users of external ids.
    func event(
        from call: Call, _ known: [ExternalID: UserID] = [:]
    ) throws(Problem) -> Event {
        var event = Event(uid: try owner(call, known), id: id, fact: fact, occurredAt: occurredAt)
        event.isOwnWord = !call.isServer
        return event
    }

    private func owner(_ call: Call, _ known: [ExternalID: UserID]) throws(Problem) -> UserID {
        if call.isServer { return try namedUser(known) }
        let caller = try call.user()
        guard uid == nil || uid == caller else {
            throw .field(pointer + "/uid", .invalid, "A user can only send its own events.")
        }
        guard externalID == nil else {
            throw .field(pointer + "/external_id", .invalid, "Only a server can name users this way.")
        }
        return caller
    }

    private func namedUser(_ known: [ExternalID: UserID]) throws(Problem) -> UserID {
        guard let externalID else {
            guard let uid else {
                throw .field(pointer + "/uid", .required, "A server names the user of an event.")
            }
            return uid
        }
        guard uid == nil else {
            throw .field(pointer + "/external_id", .invalid, "Name the user once: by this, or by uid.")
        }
        guard let uid = known[externalID] else {
            throw .field(
                pointer + "/external_id", .init("unknown_user"), "No user has this external id.")
        }
        return uid
    }
}
