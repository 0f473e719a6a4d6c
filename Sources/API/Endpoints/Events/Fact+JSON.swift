internal import Forms
internal import HTTP
internal import JSON
internal import Links
internal import Referrals

/// The fields of a kind of event beside those that all have.
struct FactFields {
    /// The name of its schema.
    let name: String
    let type: EventType
    let meaning: String
    let typeMeaning: String
    let members: [(String, Schema)]

    /// Facts that apps and their servers send.
    static let sent = [
        FactFields(
            name: "LevelReached", type: .levelReached,
            meaning: "Sets the level and raises the highest level.",
            typeMeaning: "Reports that a level was reached.",
            members: [("level", .integer(1...1_000_000).means("The level."))]),
        FactFields(
            name: "MilestoneReached", type: .milestoneReached,
            meaning: "Records an onboarding task; at most 256 for each user.",
            typeMeaning: "Reports that an onboarding task was done.",
            members: [("milestone", .name.example("tutorial_completed").means("The task's name."))]),
        FactFields(
            name: "CounterIncremented", type: .counterIncremented,
            meaning: "Adds to a counter of something that the player does repeatedly.",
            typeMeaning: "Reports that something was done this many more times.",
            members: [
                (
                    "counter",
                    .name.example("races_won").means("The counter's name; at most 64 for each user.")
                ),
                ("by", .integer(Counter.steps).means("The increment. A counter's maximum is 10^15.")),
            ]),
        FactFields(
            name: "PlatformUsed", type: .platformUsed,
            meaning: "Records a kind of device that the player uses.",
            typeMeaning: "Reports that the player opened the game on such a device.",
            members: [("platform", Codec<PlatformFamily>.platform.schema)]),
    ]
}

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
        case .platformUsed:
            fact = fields.value("platform", FieldValues.platform).map(Fact.platformUsed)
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
        case .platformUsed(let platform): writer.member("platform", platform.rawValue)
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
