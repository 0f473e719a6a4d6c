internal import Values

/// A rule made ready for players: what is the same for all of them is worked out once, when it changes.
package struct CompiledRule: Sendable {
    package let rule: Rule
    /// All but `referred`, which is looked at last.
    let conditions: [RuleCondition]
    /// While the condition with the same index doesn't hold.
    let unmetReasons: [String]
    let needsReferrer: Bool
    /// Players who came earlier are not meant.
    let bornFrom: Timestamp?
    let isCounted: Bool
    let budgets: [Currency: Budget]
    /// The progress from apps that it uses.
    let restsOn: Set<ProgressKind>
    /// For people, in the ledger.
    let reason: String

    package init(_ rule: Rule) {
        let terms = rule.terms
        self.rule = rule
        conditions = terms.when.filter { $0 != .referred }
        unmetReasons = conditions.map(\.unmetReason)
        let roles = Set(terms.pay.map(\.role))
        needsReferrer = roles.contains(.referrer) || terms.when.contains(.referred)
        bornFrom = terms.players == .new ? rule.activatedAt : nil
        isCounted = terms.isCounted
        budgets = terms.budgets
        restsOn = Set(terms.when.compactMap(\.progressKind))
        reason = terms.description.isEmpty ? rule.name.description : terms.description
    }

    package var name: RuleName { rule.name }

    /// Whether a referrer is its only condition, which a player can have from the first start on.
    var isFulfilledAtSignUp: Bool { conditions.isEmpty }

    /// Why it pays nothing for `player` as things stand; nil where it does.
    func obstacle(for player: UserState, at now: Timestamp) -> Obstacle? {
        if let index = conditions.firstIndex(where: { !$0.holds(for: player) }) { return .unmet(index) }
        if let from = rule.terms.from, now < from { return .notStarted }
        if let until = rule.terms.until, until <= now { return .ended }
        if let bornFrom, let createdAt = player.createdAt, createdAt < bornFrom { return .earlierPlayer }
        if needsReferrer, player.referredBy == nil { return .noReferrer }
        return nil
    }

    enum Obstacle: Equatable {
        /// The condition with this index doesn't hold.
        case unmet(Int)
        case notStarted
        case ended
        case earlierPlayer
        case noReferrer
    }

    func reason(_ obstacle: Obstacle) -> String {
        switch obstacle {
        case .unmet(let index): unmetReasons.indices.contains(index) ? unmetReasons[index] : "unmet"
        case .notStarted: "not_started"
        case .ended: "ended"
        case .earlierPlayer: "earlier_player"
        case .noReferrer: "no_referrer"
        }
    }

    func beneficiary(_ grant: RuleGrant, of player: UserState) -> UserID? {
        switch grant.role {
        case .referee: player.uid
        case .referrer: player.referredBy
        }
    }
}
