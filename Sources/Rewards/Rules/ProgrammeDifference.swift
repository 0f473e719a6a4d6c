package import Referrals

/// The changes that a file of the programme makes.
package struct ProgrammeDifference: Equatable, Sendable {
    /// A line each.
    package let changes: [String]
    package let renames: [LikelyRename]
}

/// A new rule that looks like one under another name. The service knows a rule by its name, so it may pay
/// again what the former one has paid.
package struct LikelyRename: Equatable, Sendable {
    /// Active or paused, and not in the file.
    package let former: RuleName
    package let name: RuleName
}

extension ProgrammeEdit {
    /// The new rules of a file, each with the rule that it looks like. A rule that pays the same amounts
    /// comes before one that pays others.
    func renames(in programme: ProgrammeDraft) -> [LikelyRename] {
        var missing = rules.filter { stored in
            [.active, .paused].contains(stored.state)
                && !programme.rules.contains { $0.name == stored.rule.name }
        }
        return programme.rules.filter { $0.state != .archived && rule($0.name) == nil }.compactMap { draft in
            let alike = missing.filter { draft.terms.isAlike($0.rule.terms) }
            let former = alike.first { draft.terms.pay == $0.rule.terms.pay } ?? alike.first
            guard let former = former?.rule.name else { return nil }
            missing.removeAll { $0.rule.name == former }
            return LikelyRename(former: former, name: draft.name)
        }
    }
}

extension RuleTerms {
    /// Whether they have the same conditions, and pay the same players in the same currencies.
    fileprivate func isAlike(_ other: RuleTerms) -> Bool {
        Set(when) == Set(other.when) && Set(pay.map(Payee.init)) == Set(other.pay.map(Payee.init))
    }

    private struct Payee: Hashable {
        let role: RewardRole
        let currency: Currency

        init(_ grant: RuleGrant) {
            (role, currency) = (grant.role, grant.currency)
        }
    }
}
