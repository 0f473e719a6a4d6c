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
    /// What a server may name the user by instead.
    let externalID: ExternalID?
    let fact: Fact
    let occurredAt: Timestamp?
    /// Where the event is in its document: a batch has many.
    let pointer: String

    static var schema: Schema {
        .named(
            "EventRequest",
            .oneOf(
                by: "type",
                [
                    "level_reached": .levelReached, "milestone_reached": .milestoneReached,
                    "counter_incremented": .counterIncremented,
                ]
            ).means("What a player reached; `type` says which kind it is."))
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
    /// - Parameter known: whom external ids name.
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
            throw .field(pointer + "/uid", .invalid, "A user can send only events of its own.")
        }
        guard externalID == nil else {
            throw .field(pointer + "/external_id", .invalid, "Only a server names users so.")
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
            throw .field(pointer + "/external_id", .invalid, "The user is named once: by this, or by uid.")
        }
        guard let uid = known[externalID] else {
            throw .field(
                pointer + "/external_id", .init("unknown_user"), "No user has this external id.")
        }
        return uid
    }
}

extension Schema {
    static var levelReached: Schema {
        .closed(
            "LevelReached", means: "Sets the level and raises the highest level.",
            [
                "id": .uuid.means("Chosen by the client: what makes the event safe to send again."),
                "type": .levelReachedType,
                "level": .integer(1...1_000_000).means("The level."),
                "uid": .uuid.means(
                    "Whose event it is: needed from a server key; from a user absent or its own."
                ).orNone,
                "external_id": .eventExternalID,
                "occurred_at": .time.means("When it happened, as the client says; from 1970 to 9999.").orNone,
            ])
    }

    fileprivate static var eventExternalID: Schema {
        .externalID.means("In place of `uid`, from a server key.").orNone
    }

    static var levelReachedType: Schema {
        .named("LevelReachedType", .choice("level_reached").means("Says that a level was reached."))
    }

    static var milestoneReached: Schema {
        .closed(
            "MilestoneReached", means: "Records an onboarding task; 256 a user at most.",
            [
                "id": .uuid.means("Chosen by the client: what makes the event safe to send again."),
                "type": .milestoneReachedType,
                "milestone": .name.example("tutorial_completed").means("The task's name."),
                "uid": .uuid.means(
                    "Whose event it is: needed from a server key; from a user absent or its own."
                ).orNone,
                "external_id": .eventExternalID,
                "occurred_at": .time.means("When it happened, as the client says; from 1970 to 9999.").orNone,
            ])
    }

    static var milestoneReachedType: Schema {
        .named(
            "MilestoneReachedType",
            .choice("milestone_reached").means("Says that an onboarding task was done."))
    }

    static var counterIncremented: Schema {
        .closed(
            "CounterIncremented", means: "Adds to something that the player does again and again.",
            [
                "id": .uuid.means("Chosen by the client: what makes the event safe to send again."),
                "type": .counterIncrementedType,
                "counter": .name.example("races_won").means("The counter's name; 64 a user at most."),
                "by": .integer(Counter.steps).means("How many more; a counter comes to 10^15 at most."),
                "uid": .uuid.means(
                    "Whose event it is: needed from a server key; from a user absent or its own."
                ).orNone,
                "external_id": .eventExternalID,
                "occurred_at": .time.means("When it happened, as the client says; from 1970 to 9999.").orNone,
            ])
    }

    static var counterIncrementedType: Schema {
        .named(
            "CounterIncrementedType",
            .choice("counter_incremented").means("Says that something was done so many times more."))
    }
}
