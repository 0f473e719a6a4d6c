internal import JSON
internal import Links
internal import Referrals

/// Conditions as JSON, such as `{"fact": "highest_level", "at_least": 5}` or `{"signed_up": true}`. The
/// members determine the kind.
enum RuleConditionForm {
    private static let kinds: [Kind] = [
        .fact(among: ["highest_level", "level"], "The level to compare."),
        .count("counter", .counter, "Or the name of a counter."),
        .member("milestone", .milestone, "Or the milestone that was reached.") { $0.description },
        .member(
            "platform", .platform, reply: .platformReply, "Or the kind of device that the player used."
        ) { $0.rawValue },
        .state("signed_up", "Or `true`: an e-mail is linked."),
        .state("email_verified", "Or `true`: the e-mail is verified."),
        .state("referred", "Or `true`: the player has a referrer."),
        .number(
            "signed_up_within_days", RuleCondition.daysRange,
            "Or the time from the first start to the sign-up."),
    ]

    static let reply = Schema.object(
        "RuleCondition", means: "A condition on a player.", example: nil, members(\.reply))
    static let request = Schema.closed(
        "RuleConditionRequest", means: "A condition on a player.", members(\.request), count: 1...2)

    private static func members(_ schema: (Kind) -> Schema) -> [(String, Schema)] {
        var members = kinds.map { ($0.name, schema($0).means($0.meaning).optional) }
        // Behind the last that has it.
        let index = (kinds.lastIndex { $0.isAtLeast } ?? 0) + 1
        let least = Schema.integer(1...Counter.sumMax).means("For a fact or a counter.").optional
        members.insert(("at_least", least), at: index)
        return members
    }

    static func write(_ condition: RuleCondition, to writer: inout JSONWriter) {
        writer.object { writer in
            switch condition.parts {
            case .state(let name): writer.member(dynamic: name, true)
            case .member(let name, let member): writer.member(dynamic: name, member)
            case .number(let name, let number): writer.member(dynamic: name, number)
            case .fact(let name, let least):
                writer.member("fact", name)
                writer.member("at_least", least)
            case .count(let name, let counted, let least):
                writer.member(dynamic: name, counted)
                writer.member("at_least", least)
            }
        }
    }

    /// Nil for what is missing or wrong, which is noted.
    static func read(_ fields: inout Fields) -> RuleCondition? {
        guard let kind = kinds.first(where: { fields.has($0.name) }) else {
            fields.note(
                "fact", .required,
                "A condition names a fact, a milestone, a counter, a platform or a state.")
            return nil
        }
        return kind.read(&fields).flatMap { RuleCondition($0) }
    }
}

extension RuleConditionForm {
    /// Kinds of conditions with the same member.
    private struct Kind: Sendable {
        let name: String
        let meaning: String
        let reply: Schema
        let request: Schema
        var isAtLeast = false
        let read: @Sendable (inout Fields) -> RuleCondition.Parts?

        static func fact(among names: [String], _ meaning: String) -> Kind {
            let values = names.map { JSONValue.string($0) }
            return Kind(
                name: "fact", meaning: meaning,
                reply: .string(upTo: 64).among(values, isExtensible: true), request: .string.among(values),
                isAtLeast: true
            ) { fields in
                let fact = fields.value("fact") { (text) throws(FieldError) in
                    try FieldValues.require(
                        names.contains(text) ? text : nil, "A fact is \(names.joined(separator: " or ")).")
                }
                let least = fields.integer("at_least")
                return fact.flatMap { fact in least.map { .fact(fact, atLeast: $0) } }
            }
        }

        static func count(_ name: String, _ counted: Codec<Counter>, _ meaning: String) -> Kind {
            Kind(
                name: name, meaning: meaning, reply: counted.schema, request: counted.schema, isAtLeast: true
            ) { fields in
                let counted = counted.read(name, &fields)
                let least = fields.integer("at_least")
                return counted.flatMap { counted in
                    least.map { .count(name, of: counted.description, atLeast: $0) }
                }
            }
        }

        static func member<Value: SendableMetatype>(
            _ name: String, _ codec: Codec<Value>, reply: Codec<Value>? = nil, _ meaning: String,
            text: @escaping @Sendable (Value) -> String
        ) -> Kind {
            Kind(
                name: name, meaning: meaning, reply: (reply ?? codec).schema, request: codec.schema
            ) { fields in
                codec.read(name, &fields).map { .member(name, of: text($0)) }
            }
        }

        static func state(_ name: String, _ meaning: String) -> Kind {
            Kind(name: name, meaning: meaning, reply: .boolean, request: .boolean) { fields in
                let isTrue = fields.optionalBool(name)
                if isTrue == false {
                    fields.note(
                        name, .invalid, "Must be `true`; omit the condition instead of sending `false`.")
                }
                return isTrue == true ? .state(name) : nil
            }
        }

        static func number(_ name: String, _ range: ClosedRange<Int64>, _ meaning: String) -> Kind {
            Kind(name: name, meaning: meaning, reply: .integer(range), request: .integer(range)) { fields in
                fields.integer(name).map { .number(name, $0) }
            }
        }
    }
}

extension Codec where Value == RuleCondition {
    static var condition: Codec { condition(RuleConditionForm.reply) }
    static var conditionRequest: Codec { condition(RuleConditionForm.request) }

    private static func condition(_ schema: Schema) -> Codec {
        Codec(
            schema, write: { RuleConditionForm.write($0, to: &$1) },
            read: { $1.object($0, RuleConditionForm.read) })
    }
}

extension Codec where Value == Counter {
    fileprivate static var counter: Codec { Codec(.name, text: \.description, parse: FieldValues.counter) }
}

extension Codec where Value == Milestone {
    fileprivate static var milestone: Codec {
        Codec(.name, text: \.description, parse: FieldValues.milestone)
    }
}
