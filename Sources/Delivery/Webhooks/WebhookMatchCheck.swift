internal import Basics
internal import Forms
internal import JSON
internal import Postgres
package import Referrals
internal import Store
internal import Values

/// Why a webhook's `match` would admit no change.
package enum WebhookMatchMistake: Error, Equatable {
    /// It was never declared.
    case unknownCurrency(Currency, nearest: Currency?)
    case unknownRule(RuleName, nearest: String?)
    /// None of the webhook's types has such a member.
    case neverPresent(member: String)
}

/// Looks for mistyped names in a webhook's `match`, and for members that none of its types has.
struct WebhookMatchCheck {
    private static let currenciesMax = 1_000

    let pool: PostgresPool
    /// Of rules in Swift, which are not in the database.
    let codeRules: [RuleName]

    /// - Parameter former: the match that is there already, whose names aren't looked for again.
    func mistake(
        in terms: WebhookTerms, after former: WebhookMatch = WebhookMatch()
    ) async throws(PostgresError) -> WebhookMatchMistake? {
        let match = terms.match
        guard !match.isEmpty else { return nil }
        if let currency = match.currency, currency != former.currency {
            let declared = try await pool.run(ListCurrencies(after: nil, limit: Self.currenciesMax))
            let names = declared.map(\.currency.description)
            if !names.contains(currency.description) {
                let nearest = Suggestion.nearestOfAll(to: currency.description, among: names)
                return .unknownCurrency(currency, nearest: nearest.flatMap { Currency($0) })
            }
        }
        if let rule = match.rule, rule != former.rule {
            let rules = try await pool.run(ListRules()).map(\.rule.name) + codeRules
            let names = rules.map(\.description)
            if !names.contains(rule.description) {
                let nearest = Suggestion.nearestOfAll(to: rule.description, among: names)
                return .unknownRule(rule, nearest: nearest)
            }
        }
        return missing(match, from: terms.types ?? ChangeType.allCases).map { .neverPresent(member: $0) }
    }

    private func missing(_ match: WebhookMatch, from types: [ChangeType]) -> String? {
        let asked = [
            ("currency", match.currency != nil), ("rule", match.rule != nil),
            ("min_amount", match.minAmount != nil),
        ].filter(\.1).map(\.0)
        return asked.first { member in
            let name = member == "min_amount" ? "amount" : member
            return !types.contains { WebhookFilter.facts(in: ChangeDataForm.example(of: $0))[name] != nil }
        }
    }
}
