internal import HTTP
internal import Referrals

/// A rule as an administrator writes one.
struct RuleInput {
    let name: RuleName?
    let terms: RuleTerms
    let state: RuleState?

    /// What makes no sense is told beside what is malformed.
    init(_ fields: inout Fields) throws(Problem) {
        name = fields.optionalValue("name", FieldValues.ruleName)
        state = fields.optionalValue("state", FieldValues.ruleState)
        // As a reply has them, so that it can be sent back; what counts is the header, and what is.
        _ = fields.optionalInteger("version")
        _ = fields.optionalString("source", length: 0...64)
        let description =
            fields.optionalString("description", length: 0...RuleTerms.descriptionCharactersMax)
        let when = fields.list("when", RuleTerms.conditionsRange, Self.condition)
        let pay = fields.list("pay", RuleTerms.grantsRange, Self.grant)
        var terms = RuleTerms(description: description ?? "", when: when ?? [], pay: pay ?? [])
        terms.players = fields.optionalValue("players", FieldValues.players) ?? .all
        terms.from = fields.optionalValue("from", FieldValues.time)
        terms.until = fields.optionalValue("until", FieldValues.time)
        terms.limits = fields.within("limits", Self.limits) ?? RuleTerms.Limits()
        terms.holdHours = fields.within("hold") { $0.optionalInteger("hours") ?? 0 } ?? 0
        if when != nil, pay != nil { for mistake in terms.mistakes { fields.note(mistake) } }
        (_, self.terms) = try fields.finish(when, terms)
    }

    private static func limits(_ fields: inout Fields) -> RuleTerms.Limits {
        RuleTerms.Limits(
            perBeneficiary: fields.optionalInteger("per_beneficiary"),
            perBeneficiaryPerDay: fields.optionalInteger("per_beneficiary_per_day"),
            budget: fields.optionalInteger("budget"))
    }

    private static func condition(_ fields: inout Fields) -> RuleCondition? {
        if fields.has("fact") { return levelCondition(&fields) }
        if fields.has("counter") {
            let counter = fields.value("counter", FieldValues.counter)
            let least = fields.integer("at_least")
            return counter.flatMap { counter in least.map { .counter(counter, atLeast: $0) } }
        }
        if fields.has("milestone") {
            return fields.value("milestone", FieldValues.milestone).map(RuleCondition.milestone)
        }
        if fields.has("signed_up_within_days") {
            return fields.integer("signed_up_within_days").map(RuleCondition.signedUpWithinDays)
        }
        for (name, condition) in flags where fields.has(name) {
            guard let isTrue = fields.optionalBool(name) else { return nil }
            if !isTrue { fields.note(name, .invalid, "A condition holds or is left out: only true.") }
            return isTrue ? condition : nil
        }
        fields.note("fact", .required, "A condition names a fact, a milestone, a counter or a state.")
        return nil
    }

    private static let flags: [(String, RuleCondition)] = [
        ("signed_up", .signedUp), ("email_verified", .emailVerified), ("referred", .referred),
    ]

    private static func levelCondition(_ fields: inout Fields) -> RuleCondition? {
        let fact = fields.value("fact", FieldValues.levelFact)
        let least = fields.integer("at_least")
        guard let fact, let least else { return nil }
        return fact == "level" ? .level(atLeast: least) : .highestLevel(atLeast: least)
    }

    private static func grant(_ fields: inout Fields) -> RuleGrant? {
        let role = fields.value("to", FieldValues.rewardRole)
        let currency = fields.value("currency", FieldValues.currency)
        let amount = amount(&fields)
        guard let role, let currency, let amount else { return nil }
        return RuleGrant(to: role, currency, amount)
    }

    private static func amount(_ fields: inout Fields) -> RuleGrant.Amount? {
        switch fields.optionalJSON("amount") {
        case .integer(let amount): return .fixed(amount)
        case .object(let members):
            var nested = Fields(element: .object(members), pointer: fields.pointer + "/amount")
            let tiers = nested.list("tiers", 1...RuleGrant.tiersMax, tier)
            fields.adopt(nested)
            return tiers.map(RuleGrant.Amount.tiers)
        case nil: fields.note("amount", .required, "This field is needed.")
        default: fields.note("amount", .wrongType, "A whole number is needed, or an object with tiers.")
        }
        return nil
    }

    private static func tier(_ fields: inout Fields) -> RuleGrant.Tier? {
        let (from, amount) = (fields.integer("from"), fields.integer("amount"))
        return from.flatMap { from in amount.map { RuleGrant.Tier(from: from, amount: $0) } }
    }
}

extension Fields {
    /// The elements of an array of objects, whose mistakes count among this one's; nil when any is wrong.
    fileprivate mutating func list<Value>(
        _ name: String, _ count: ClosedRange<Int>, _ read: (inout Fields) -> Value?
    ) -> [Value]? {
        guard let elements = objects(name, count: count) else { return nil }
        var values: [Value] = []
        for var element in elements {
            if let value = read(&element) { values.append(value) }
            adopt(element)
        }
        return values.count == elements.count ? values : nil
    }

    /// - Parameter mistake: with its pointer within this object.
    fileprivate mutating func note(_ mistake: RuleMistake) {
        guard let slash = mistake.pointer.lastIndex(of: "/") else { return }
        var nested = Fields(element: .object([]), pointer: pointer + mistake.pointer[..<slash])
        nested.note(
            String(mistake.pointer[slash...].dropFirst()), FieldError.Code(mistake.code), mistake.detail)
        adopt(nested)
    }
}

extension FieldValues {
    static func ruleState(_ text: String) throws(FieldError) -> RuleState {
        try require(RuleState(rawValue: text), "This is one of draft, active, paused and archived.")
    }

    fileprivate static func players(_ text: String) throws(FieldError) -> RuleTerms.Players {
        try require(RuleTerms.Players(rawValue: text), "This is all or new.")
    }

    fileprivate static func rewardRole(_ text: String) throws(FieldError) -> RewardRole {
        try require(RewardRole(rawValue: text), "This is referee or referrer.")
    }

    fileprivate static func levelFact(_ text: String) throws(FieldError) -> String {
        try require(
            ["level", "highest_level"].contains(text) ? text : nil, "A fact is highest_level or level.")
    }
}
