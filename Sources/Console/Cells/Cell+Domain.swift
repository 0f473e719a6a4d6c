internal import Referrals
internal import Values

// Things of the domain as cells, and how much each asks for attention.

extension User {
    /// To its page: by the e-mail, or without one by the uid.
    var link: Cell { .link(email?.description ?? uid.description, path: "/admin/players/\(uid)") }

    /// The e-mail; without one, the account's state.
    func name(_ words: Words) -> Cell {
        if isErased { return .badge(words[.erased], .quiet) }
        if isMerged { return .badge(words[.merged], .quiet) }
        return email.map { .foreign($0.description) } ?? .badge(words[.anonymous], .quiet)
    }
}

extension RuleExplanation.Status {
    var tone: Cell.Tone {
        switch self {
        case .paid: .good
        case .held: .warning
        case .void, .reversed, .denied: .bad
        case .notYet: .quiet
        }
    }
}

extension ModerationStatus {
    var tone: Cell.Tone {
        switch self {
        case .good: .good
        case .watched: .warning
        case .blocked: .bad
        }
    }
}

extension Reward.Status {
    var tone: Cell.Tone {
        switch self {
        case .paid: .good
        case .held: .warning
        case .void, .reversed: .bad
        }
    }
}

extension RuleState {
    var tone: Cell.Tone {
        switch self {
        case .active: .good
        case .paused: .warning
        case .draft, .archived: .quiet
        }
    }
}

extension Cell {
    static func decision(_ decision: Decision) -> Cell {
        .text("\(decision.rule): \(decision.reason)")
    }

    static func ifAny(_ number: Int64?) -> Cell { number.map(Cell.number) ?? .none }

    static func rule(_ name: RuleName?) -> Cell {
        name.map { .link($0.description, path: "/admin/rules/\($0)") } ?? .none
    }
}
