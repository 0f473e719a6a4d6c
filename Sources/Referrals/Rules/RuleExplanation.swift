/// What has become of one of a rule's grants for one player; and where nothing was given, why.
package struct RuleExplanation: Equatable, Sendable {
    package enum Outcome: String, Sendable {
        case paid
        case held
        case void
        case reversed
        case denied
        case notYet = "not_yet"
    }

    package let rule: RuleName
    package let currency: Currency
    package let outcome: Outcome
    /// What is missing, or why it waits or was denied; in snake_case.
    package let codes: [String]
    /// The same, for people.
    package let text: String
    package let reward: Reward?

    init(
        _ rule: RuleName, _ currency: Currency, _ outcome: Outcome, _ reasons: [Reason],
        _ reward: Reward? = nil
    ) {
        self.rule = rule
        self.currency = currency
        self.outcome = outcome
        codes = reasons.map(\.code)
        text = reasons.map(\.text).joined(separator: " ")
        self.reward = reward
    }

    struct Reason: Equatable, Sendable {
        let code: String
        let text: String

        init(_ code: String, _ text: String) {
            self.code = code
            self.text = text
        }
    }
}

extension RuleExplanation {
    init(_ reward: Reward, of player: UserState) {
        let amount = "\(reward.amount) \(reward.currency)"
        let (outcome, reasons): (Outcome, [Reason]) =
            switch reward.status {
            case .paid: (.paid, [Reason("paid", "\(amount) were paid.")])
            case .void: (.void, [Reason("void", "It was held, and an administrator voided it.")])
            case .reversed:
                (.reversed, [Reason("reversed", "It was paid, and an administrator took it back.")])
            case .held where reward.releaseAt != nil:
                (.held, [Reason("waiting", "It waits, and is paid by itself when its time has come.")])
            case .held where !reward.codes.isEmpty: (.held, Reason.all(reward.codes.reason))
            // Of before codes were kept.
            case .held where player.referralSource == .claimDefault:
                (.held, [Reason(refusal: "default_match")])
            case .held: (.held, [Reason("review", "It waits for an administrator.")])
            }
        self.init(reward.rule, reward.currency, outcome, reasons, reward)
    }
}

extension RuleExplanation.Reason {
    /// Why a rule denied or holds something, as decisions have it.
    init(refusal code: String) {
        self.init(code, Self.texts[code] ?? "It was refused: \(code).")
    }

    /// The same where several things speak against a reward.
    static func all(_ codes: String) -> [RuleExplanation.Reason] {
        codes.split(separator: "+").map { Self(refusal: String($0)) }
    }

    private static let texts = [
        "not_started": "The rule pays only later.",
        "ended": "The rule's time is over.",
        "earlier_player": "The rule is for players who came after it.",
        "no_referrer": "Nobody is known to have referred the player.",
        "weak_match": "Who referred the player is no more than a guess.",
        "default_match": "Who referred the player isn't sure: it waits for an administrator.",
        "unique_match": "The programme doesn't simply pay for a sure match.",
        "by_code": "The programme doesn't simply pay for a code.",
        "unproven": "The programme doesn't simply pay for a referrer that the app named by its uid.",
        "user_events": "The player's own app told of what it rests on.",
        "watched": "Whoever is to get it is watched.",
        "blocked": "Whoever is to get it is blocked.",
        "same_device": "The player's device is the referrer's, or others' whom it brought.",
        "same_network": "Many of the referrer's came from one network.",
        "burst": "The referrer brought many in a short time.",
        "too_fast": "It was fulfilled too soon after the first start.",
        "same_mailbox": "The player's mailbox is the referrer's, or another's whom it brought.",
        "disposable_mail": "The player's mailbox is of a domain that gives them away.",
        "ring": "The chain of referrers comes back to the player.",
        "limit_beneficiary": "Whoever was to get it had as many of this rule as one may.",
        "limit_day": "Whoever was to get it had as many of this rule as one may in a day.",
        "budget": "The rule had given all that it may.",
        "balance_full": "Whoever was to get it had as much as one can have.",
        Decision.decidedEarlier: "The rule has decided about the player, and doesn't again.",
        "next_event": "All holds: it comes with the player's next event.",
    ]

    /// Why a condition doesn't hold.
    init(unmet condition: RuleCondition, by player: UserState) {
        self.init(condition.unmetReason, condition.unmetText(of: player))
    }

    /// Why a rule in Swift isn't fulfilled, as far as it says.
    init(unmet rule: any RewardRule) {
        self.init(rule.unmetReason, "The rule is not fulfilled: \(rule.unmetReason).")
    }
}
