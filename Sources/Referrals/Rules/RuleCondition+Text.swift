// Conditions as they are kept and audited: `highest_level>=5`, `counter:races_won>=10`, `milestone=ship`.

extension RuleCondition {
    /// Nil when `text` is none.
    package init?(_ text: String) {
        switch text {
        case "signed_up": self = .signedUp
        case "email_verified": self = .emailVerified
        case "referred": self = .referred
        default:
            guard let place = text.firstIndex(where: { ">=".contains($0) }) else { return nil }
            let value = String(text[place...].drop { ">=".contains($0) })
            self.init(String(text[..<place]), value)
        }
    }

    private init?(_ fact: String, _ value: String) {
        if fact == "milestone", let milestone = Milestone(value) {
            self = .milestone(milestone)
            return
        }
        guard let number = Int64(value) else { return nil }
        switch fact {
        case "level": self = .level(atLeast: number)
        case "highest_level": self = .highestLevel(atLeast: number)
        case "signed_up_within_days": self = .signedUpWithinDays(number)
        default:
            guard fact.hasPrefix("counter:"), let counter = Counter(String(fact.dropFirst(8))) else {
                return nil
            }
            self = .counter(counter, atLeast: number)
        }
    }

    package var text: String {
        switch self {
        case .level(let least): "level>=\(least)"
        case .highestLevel(let least): "highest_level>=\(least)"
        case .milestone(let milestone): "milestone=\(milestone)"
        case .counter(let counter, let least): "counter:\(counter)>=\(least)"
        case .signedUp: "signed_up"
        case .emailVerified: "email_verified"
        case .referred: "referred"
        case .signedUpWithinDays(let days): "signed_up_within_days=\(days)"
        }
    }
}
