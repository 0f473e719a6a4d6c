internal import HTTP
internal import Referrals

extension RuleView {
    static var schema: Schema {
        .object(
            "Rule", means: "When a player's state deserves rewards, which, and how many at most.",
            example: example,
            [
                "name": .ruleName,
                "description": .string(upTo: 200).means("For people, in the ledger."),
                "when": .array(of: .condition).means("All must hold. None is told of a rule in Swift."),
                "pay": .array(of: .grant).means("To whom, and what."),
                "players": .openChoice("all", "new").means(
                    "`new` are those who came at or after the rule was first put into force."),
                "from": .time.orNull.means("It pays only for facts that arrive at or after this."),
                "until": .time.orNull.means("And before this."),
                "limits": limits,
                "hold": .object(
                    "RuleHold", means: "How long rewards wait.",
                    ["hours": .integer(0...8_760).means("Before they are paid.")]),
                "state": .openChoice("draft", "active", "paused", "archived").means(
                    "Only an active one is in force."),
                "version": .count.means("Each change is one more; also the ETag."),
                "source": .openChoice("data", "code").means("`code` is written in Swift, and not edited."),
            ])
    }

    private static var limits: Schema {
        .object(
            "RuleLimits", means: "Null is no limit.",
            [
                "per_beneficiary": .count.orNull.means("Rewards for one beneficiary."),
                "per_beneficiary_per_day": .count.orNull.means("The same in 24 hours."),
                "budget": .amount(from: 1).orNull.means("The sum of amounts in each currency."),
            ])
    }

    static var example: JSONValue {
        [
            "name": "level-5", "description": "A friend reaches level 5",
            "when": [["fact": "highest_level", "at_least": 5]],
            "pay": [["to": "referrer", "currency": "pieces_of_eight", "amount": 50]],
            "players": "all", "from": .null, "until": .null,
            "limits": ["per_beneficiary": .null, "per_beneficiary_per_day": .null, "budget": .null],
            "hold": ["hours": 0], "state": "active", "version": 1, "source": "data",
        ]
    }
}

extension Schema {
    static var ruleName: Schema {
        .named(
            "RuleName", .string.pattern("[a-z][a-z0-9_-]{0,62}").example("level-5").means("A rule's name."))
    }

    /// Which kind it is, is told by the members that are there.
    static var condition: Schema {
        .object(
            "RuleCondition", means: "Something that must hold of a player.",
            conditionMembers(.openChoice("highest_level", "level")))
    }

    static var conditionRequest: Schema {
        .closed(
            "RuleConditionRequest", means: "Something that must hold of a player.",
            conditionMembers(.choice("highest_level", "level")))
    }

    private static func conditionMembers(_ fact: Schema) -> KeyValuePairs<String, Schema> {
        [
            "fact": fact.means("A level that is looked at.").optional,
            "counter": .name.means("Or what is counted.").optional,
            "at_least": .integer(1...Counter.sumMax).means("Of a fact or a counter.").optional,
            "milestone": .name.means("Or what was reached.").optional,
            "signed_up": .boolean.means("Or true: an e-mail is linked.").optional,
            "email_verified": .boolean.means("Or true: the e-mail was proved.").optional,
            "referred": .boolean.means("Or true: somebody referred the player.").optional,
            "signed_up_within_days": .integer(RuleCondition.daysRange).means(
                "Or how long after the first start the sign-up was."
            ).optional,
        ]
    }

    static var grant: Schema {
        .object(
            "RuleGrant", means: "What one side gets in one currency.",
            grantMembers(.openChoice("referee", "referrer"), tiers))
    }

    static var grantRequest: Schema {
        .closed(
            "RuleGrantRequest", means: "What one side gets in one currency.",
            grantMembers(.choice("referee", "referrer"), tiersRequest))
    }

    private static func grantMembers(_ side: Schema, _ tiers: Schema) -> KeyValuePairs<String, Schema> {
        [
            "to": side.means("Which side."),
            "currency": .currency,
            "amount": .anyOf(.amount(from: 1), tiers).means("A number, or tiers."),
        ]
    }

    private static let tiersMeaning =
        "By how many of the rule's rewards the beneficiary was given, this one counted."
    private static let tiersOrder = "Each begins above the one before."

    private static var tiers: Schema {
        .object(
            "RuleTiers", means: tiersMeaning,
            [
                "tiers": .array(of: .object("RuleTier", means: "From one reward on.", tierMembers)).means(
                    tiersOrder)
            ])
    }

    private static var tiersRequest: Schema {
        .closed(
            "RuleTiersRequest", means: tiersMeaning,
            [
                "tiers": .array(
                    of: .closed("RuleTierRequest", means: "From one reward on.", tierMembers),
                    count: 1...RuleGrant.tiersMax
                ).means(tiersOrder)
            ])
    }

    private static var tierMembers: KeyValuePairs<String, Schema> {
        [
            "from": .integer(from: 1).means("From which reward on; 1 in the first tier."),
            "amount": .amount(from: 1).means("In the currency's smallest unit."),
        ]
    }
}
