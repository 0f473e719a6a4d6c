internal import Links
internal import Referrals

extension Words {
    /// Why a reward is as it is, or why there is none.
    func why(_ explanation: RuleExplanation) -> String {
        explanation.reasons.map(sentence).joined(separator: " ")
    }

    /// A rule in Swift has reasons of its own, with its own text.
    private func sentence(_ reason: RuleExplanation.Reason) -> String {
        switch reason.detail {
        case .amount(let amount, let currency):
            self(.whyPaid, [("amount", number(amount)), ("currency", currency.description)])
        case .condition(let condition, let number): unmet(condition, number)
        case .none: Word.reasons[reason.code].map { self[$0] } ?? reason.text
        }
    }

    /// - Parameter own: the player's number.
    private func unmet(_ condition: RuleCondition, _ own: Int64) -> String {
        let has = ("has", number(own))
        return switch condition {
        case .level(let least): self(.whyLevel, [has, ("least", number(least))])
        case .highestLevel(let least): self(.whyHighestLevel, [has, ("least", number(least))])
        case .milestone(let milestone): self(.whyMilestone, [("name", milestone.description)])
        case .counter(let counter, let least):
            self(.whyCounter, [has, ("least", number(least)), ("name", counter.description)])
        case .platform(let platform): self(.whyPlatform, [("name", platform.rawValue)])
        case .signedUp: self[.whyNotSignedUp]
        case .emailVerified: self[.whyNotVerified]
        case .referred: self[.whyNoReferrer]
        case .signedUpWithinDays(let days):
            own == 0 ? self[.whyNotSignedUp] : self(.whySignedUpLate, [("days", number(days))])
        }
    }
}

extension Word {
    /// By the reason's code.
    static let reasons: [String: Word] = [
        "void": .whyVoid,
        "reversed": .whyReversed,
        "waiting": .whyWaiting,
        "review": .whyReview,
        "not_started": .whyNotStarted,
        "ended": .whyEnded,
        "earlier_player": .whyEarlierPlayer,
        "no_referrer": .whyNoReferrer,
        "weak_match": .whyWeakMatch,
        "default_match": .whyDefaultMatch,
        "unique_match": .whyUniqueMatch,
        "by_code": .whyByCode,
        "unproven": .whyUnproven,
        "user_events": .whyUserEvents,
        "watched": .whyWatched,
        "blocked": .whyBlocked,
        "same_device": .whySameDevice,
        "same_network": .whySameNetwork,
        "burst": .whyBurst,
        "too_fast": .whyTooFast,
        "same_mailbox": .whySameMailbox,
        "disposable_mail": .whyDisposableMail,
        "ring": .whyRing,
        "limit_beneficiary": .whyLimitBeneficiary,
        "limit_day": .whyLimitDay,
        "budget": .whyBudget,
        "balance_full": .whyBalanceFull,
        "decided_earlier": .whyDecidedEarlier,
        "next_event": .whyNextEvent,
    ]
}
