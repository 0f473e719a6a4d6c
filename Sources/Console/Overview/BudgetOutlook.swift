internal import Basics
internal import Batching
internal import Pages
internal import Referrals
internal import Reporting
internal import Rewards
internal import Service
internal import Values

/// A budget that is spent, low, or soon at its end at the pace of the last seven days.
///
/// The pace is the number of rewards that the rule made, by the mean of the amounts that it pays.
struct BudgetOutlook {
    private static let (paceDays, soonDays): (Int32, Int64) = (7, 14)

    let rule: RuleName
    let currency: Currency
    let budget: Budget
    let spent: Int64
    /// The day on which it will be spent; nil without a pace.
    let lastDay: Int32?

    private var isSpent: Bool { spent > budget.amount - budget.smallestReward }

    var path: String { "/admin/rules/\(rule)" }

    static func read(
        _ visit: Visit, _ overview: Overview, _ rules: [StoredRule]
    ) async throws(InfrastructureError) -> [BudgetOutlook] {
        let limited = rules.filter {
            $0.state == .active && $0.rule.terms.limits.budget != nil
        }
        guard !limited.isEmpty else { return [] }
        let today = visit.today
        let spending = try await visit.services.rules.spending()
        let counts = Dictionary(
            overview.given.filter { ((today - paceDays)..<today).contains($0.day) }
                .map { ($0.rule, $0.count) }, uniquingKeysWith: +)
        return limited.flatMap { stored in
            stored.rule.terms.budgets.sorted { $0.key < $1.key }.compactMap { currency, budget in
                let key = GrantLimits.BudgetKey(rule: stored.rule.name, currency: currency)
                let spent = spending[key] ?? 0
                let pace = Double(counts[stored.rule.name] ?? 0) / Double(paceDays)
                let perDay = pace * stored.rule.terms.meanAmount(in: currency)
                let outlook = BudgetOutlook(
                    rule: stored.rule.name, currency: currency, budget: budget, spent: spent,
                    lastDay: lastDay(of: budget.amount - spent, perDay, today))
                return outlook.needsAttention(today) ? outlook : nil
            }
        }
    }

    private static func lastDay(of rest: Int64, _ perDay: Double, _ today: Int32) -> Int32? {
        guard perDay > 0 else { return nil }
        let days = Double(max(0, rest)) / perDay
        return days < 36_500 ? today + Int32(days) : nil
    }

    private func needsAttention(_ today: Int32) -> Bool {
        isSpent || spent >= budget.lowFrom
            || lastDay.map { Int64($0) <= Int64(today) + Self.soonDays } ?? false
    }

    func text(_ words: Words) -> String {
        let word: Word = isSpent ? .budgetSpent : lastDay == nil ? .budgetLow : .budgetEnds
        return words(
            word,
            [
                ("rule", rule.description), ("currency", currency.description),
                ("spent", words.number(spent)), ("budget", words.number(budget.amount)),
                ("day", lastDay.map { CivilDate(days: Int64($0)).description } ?? ""),
            ])
    }
}

extension RuleTerms {
    /// Of a reward, whatever its currency: the others count as nothing.
    fileprivate func meanAmount(in currency: Currency) -> Double {
        guard !pay.isEmpty else { return 0 }
        let sum = pay.filter { $0.currency == currency }.reduce(0.0) { sum, grant in
            sum + grant.amounts.reduce(0.0) { $0 + Double($1) } / Double(max(1, grant.amounts.count))
        }
        return sum / Double(pay.count)
    }
}
