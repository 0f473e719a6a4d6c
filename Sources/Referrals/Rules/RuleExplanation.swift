/// The state of one of a rule's grants for one player, or the reasons why there is none.
package struct RuleExplanation: Equatable, Sendable {
    package enum Status: String, Sendable {
        case paid
        case held
        case void
        case reversed
        case denied
        case notYet = "not_yet"
    }

    package let rule: RuleName
    package let currency: Currency
    package let status: Status
    /// The missing conditions, or the reasons for a hold or a denial.
    package let reasons: [Reason]
    package let reward: Reward?

    init(
        _ rule: RuleName, _ currency: Currency, _ status: Status, _ reasons: [Reason],
        _ reward: Reward? = nil
    ) {
        self.rule = rule
        self.currency = currency
        self.status = status
        self.reasons = reasons
        self.reward = reward
    }

    /// In snake_case.
    package var codes: [String] { reasons.map(\.code) }

    /// The same, for people.
    package var text: String { reasons.map(\.text).joined(separator: " ") }

    package struct Reason: Equatable, Sendable {
        /// Numbers and names for a sentence about it.
        package enum Detail: Equatable, Sendable {
            case none
            case amount(Int64, Currency)
            /// A condition that doesn't hold, and the player's own number for it.
            case condition(RuleCondition, Int64)
        }

        package let code: String
        package let text: String
        package let detail: Detail

        init(_ code: String, _ text: String, _ detail: Detail = .none) {
            self.code = code
            self.text = text
            self.detail = detail
        }
    }
}

extension RuleExplanation {
    init(_ reward: Reward, of player: UserState) {
        let amount = "\(reward.amount) \(reward.currency)"
        let (status, reasons): (Status, [Reason]) =
            switch reward.status {
            case .paid:
                (
                    .paid,
                    [Reason("paid", "\(amount) were paid.", .amount(reward.amount, reward.currency))]
                )
            case .void: (.void, [Reason("void", "It was held, and an administrator voided it.")])
            case .reversed:
                (.reversed, [Reason("reversed", "It was paid, and an administrator reversed it.")])
            case .held where reward.releaseAt != nil:
                (.held, [Reason("waiting", "It is held, and will be paid automatically when its hold ends.")])
            case .held where !reward.codes.isEmpty: (.held, Reason.all(reward.codes.reason))
            // Of before codes were kept.
            case .held where player.referralSource == .claimDefault:
                (.held, [Reason(refusal: "default_match")])
            case .held: (.held, [Reason("review", "It waits for an administrator.")])
            }
        self.init(reward.rule, reward.currency, status, reasons, reward)
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

    static let texts = [
        "not_started": "The rule does not pay yet.",
        "ended": "The rule has ended.",
        "earlier_player":
            "The player's first start was before the rule was first activated, and the rule is only for "
            + "later players.",
        "no_referrer": "The player has no known referrer.",
        "weak_match": "The referral is only a guess.",
        "default_match": "The referral is uncertain: it waits for an administrator.",
        "unique_match": "The programme does not pay automatically for a sure match.",
        "by_code": "The programme does not pay automatically for a code.",
        "unproven": "The programme does not pay automatically for a referrer that the app named by its uid.",
        "user_events": "It depends on progress that the player's own app reported.",
        "watched": "The beneficiary is watched.",
        "blocked": "The beneficiary is blocked.",
        "same_device":
            "The player's device is the referrer's, or that of other players that the referrer brought.",
        "same_network": "Many of the referrer's players came from one network.",
        "burst": "The referrer brought many players in a short time.",
        "too_fast": "It was fulfilled too soon after the first start.",
        "same_mailbox":
            "The player's mailbox is the referrer's, or that of another player that the referrer brought.",
        "disposable_mail": "The player's mailbox is disposable.",
        "ring": "The chain of referrers leads back to the player.",
        "limit_beneficiary": "The beneficiary had reached the rule's limit.",
        "limit_day": "The beneficiary had reached the rule's limit within 24 hours.",
        "budget": "The rule's budget was used up.",
        "balance_full": "The beneficiary's balance had reached the maximum.",
        Decision.decidedEarlier: "The rule has already decided about the player, and does not decide again.",
        "next_event": "All conditions hold: it will be granted at the player's next event.",
    ]

    /// Why a condition doesn't hold.
    init(unmet condition: RuleCondition, by player: UserState) {
        self.init(
            condition.unmetReason, condition.unmetText(of: player),
            .condition(condition, condition.number(of: player)))
    }

    /// Why a rule in Swift isn't fulfilled, as far as it says.
    init(unmet rule: any RewardRule) {
        self.init(rule.unmetReason, "The rule is not fulfilled: \(rule.unmetReason).")
    }
}
