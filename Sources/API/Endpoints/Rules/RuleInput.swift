internal import Forms
internal import HTTP
internal import JSON
internal import Referrals

/// A rule as an administrator writes one.
struct RuleInput {
    let name: RuleName?
    let terms: RuleTerms
    let state: RuleState?

    /// Version and source are as a reply has them, so that it can be sent back.
    static let form = RequestForm(
        "RuleRequest", means: "A rule as it is to be.",
        Field(optional: "name", .ruleName, "Names are never reused."), Field(RuleTermsForm.request),
        Field(optional: "state", .ruleStateRequest, "Omit it to keep the state."),
        Field(optional: "version", .integer(from: 0), "As in a reply; only `If-Match` counts."),
        Field(optional: "source", .string(upTo: 64), "As in a reply.")
    ) { name, terms, state, _, _ in RuleInput(name: name, terms: terms, state: state) }

    /// One that is new.
    static let newForm = named(
        "NewRuleRequest", means: "A rule as it is to be made.", "Names are never reused.",
        Field(optional: "state", .newRuleStateRequest, "Default: `draft`."))

    /// One to be tried, which may be there.
    static let triedForm = named(
        "TriedRuleRequest", means: "A rule as it would be made or changed.", "It can be new.",
        Field(optional: "state", .ruleStateRequest, "As in a reply; it doesn't count."))

    /// A form that requires the rule's name.
    private static func named(
        _ form: String, means meaning: String, _ naming: String, _ state: Field<RuleState?>
    ) -> RequestForm<RuleInput> {
        RequestForm(
            form, means: meaning, Field("name", .ruleName, naming), Field(RuleTermsForm.request), state,
            Field(optional: "version", .integer(from: 0), "As in a reply; it doesn't count."),
            Field(optional: "source", .string(upTo: 64), "As in a reply.")
        ) { name, terms, state, _, _ in RuleInput(name: name, terms: terms, state: state) }
    }
}

extension RuleInput {
    /// Contradictions are reported once the input is well-formed.
    init(_ fields: inout Fields, as form: RequestForm<RuleInput> = form) throws(Problem) {
        let input = form.readWithin(&fields)
        for mistake in input?.terms.mistakes ?? [] { fields.note(mistake) }
        self = try fields.finish(input)
    }
}

extension Fields {
    /// - Parameter mistake: with its pointer within this object.
    fileprivate mutating func note(_ mistake: RuleMistake) {
        guard let slash = mistake.pointer.lastIndex(of: "/") else { return }
        var nested = Fields(element: .object([]), pointer: pointer + mistake.pointer[..<slash])
        nested.note(
            String(mistake.pointer[slash...].dropFirst()), FieldError.Code(mistake.code), mistake.detail)
        adopt(nested)
    }
}

extension Codec where Value == RuleState {
    fileprivate static var ruleStateRequest: Codec {
        .choice("draft", "active", "paused", "archived").named(
            "RuleState", "Only an active rule decides on rewards.")
    }

    fileprivate static var newRuleStateRequest: Codec {
        .choice("draft", "active").named("NewRuleState", "Only an active rule decides on rewards.")
    }
}
