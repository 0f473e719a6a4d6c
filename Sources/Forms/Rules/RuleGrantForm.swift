internal import JSON
internal import Referrals

/// A rule's payment, as JSON: `{"to": "referrer", "currency": "gems", "amount": 50}`, or with tiers.
enum RuleGrantForm {
    static let reply = Form<RuleGrant>("RuleGrant", means: "The rewards of one side in one currency.") {
        Member("to", role.described { _ in .openChoice("referee", "referrer") }, \.role, "The side.")
        Member("currency", .currency, \.currency)
        Member("amount", .amount(or: tiers), \.amount, meaning)
    }

    static let request = RequestForm(
        "RuleGrantRequest", means: "The rewards of one side in one currency.", Field("to", role, "The side."),
        Field("currency", .currency), Field("amount", .amount(or: tiersRequest), meaning)
    ) { RuleGrant(to: $0, $1, $2) }

    private static let role = Codec<RewardRole>.choice("referee", "referrer")
    private static let meaning = "A number, or tiers."
    private static let tiersMeaning =
        "By the number of the rule's rewards that the beneficiary was given, this one included."
    private static let tiersOrder = "Each tier begins above the previous one."

    private static let tiers = Schema.object(
        "RuleTiers", means: tiersMeaning,
        ["tiers": .array(of: .object("RuleTier", means: tierMeaning, tier)).means(tiersOrder)])

    private static let tiersRequest = Schema.closed(
        "RuleTiersRequest", means: tiersMeaning,
        [
            "tiers": .array(
                of: .closed("RuleTierRequest", means: tierMeaning, tier), count: 1...RuleGrant.tiersMax
            ).means(tiersOrder)
        ])

    private static let tierMeaning = "A tier."
    private static var tier: KeyValuePairs<String, Schema> {
        [
            "from": .integer(from: 1).means(
                "The number of the first reward of the tier; 1 in the first tier."),
            "amount": .amount(from: 1).means("In the currency's smallest unit."),
        ]
    }
}

extension Codec where Value == RuleGrant {
    static var grant: Codec { Codec(RuleGrantForm.reply, RuleGrantForm.request) }
    static var grantRequest: Codec {
        Codec(RuleGrantForm.reply, RuleGrantForm.request, schema: RuleGrantForm.request.schema)
    }
}

extension Codec where Value == RuleGrant.Amount {
    fileprivate static func amount(or tiers: Schema) -> Codec {
        Codec(.anyOf(.amount(from: 1), tiers), write: write, read: read)
    }

    @Sendable private static func write(_ amount: RuleGrant.Amount, to writer: inout JSONWriter) {
        switch amount {
        case .fixed(let amount): writer.integer(amount)
        case .tiers(let tiers):
            writer.object { writer in
                writer.key("tiers")
                writer.array { writer in
                    for tier in tiers {
                        writer.object {
                            $0.member("from", tier.from)
                            $0.member("amount", tier.amount)
                        }
                    }
                }
            }
        }
    }

    @Sendable private static func read(_ name: String, _ fields: inout Fields) -> RuleGrant.Amount? {
        let value = fields.optionalJSON(name)
        if let amount = value?.wholeNumber { return .fixed(amount) }
        switch value {
        case .object(let members):
            var nested = Fields(element: .object(members), pointer: fields.pointer + "/" + name)
            let tiers = nested.array("tiers", count: 1...RuleGrant.tiersMax) { index, list in
                list.object(index, tier)
            }
            fields.adopt(nested)
            return tiers.map(RuleGrant.Amount.tiers)
        case nil: fields.note(name, .required, "This field is required.")
        default: fields.note(name, .wrongType, "A whole number is needed, or an object with tiers.")
        }
        return nil
    }

    private static func tier(_ fields: inout Fields) -> RuleGrant.Tier? {
        let (from, amount) = (fields.integer("from"), fields.integer("amount"))
        return from.flatMap { from in amount.map { RuleGrant.Tier(from: from, amount: $0) } }
    }
}
