internal import JSON
package import Referrals
internal import Values

/// Which changes a webhook gets.
package struct WebhookFilter: Sendable {
    private let types: Set<String>?
    private let match: WebhookMatch

    package init(_ terms: WebhookTerms) {
        types = terms.types.map { Set($0.map(\.rawValue)) }
        match = terms.match
    }

    /// - Parameter types: instead of the webhook's own; nil for all.
    init(_ terms: WebhookTerms, types: [String]?) {
        self.types = types.map { Set($0) }
        match = terms.match
    }

    /// A change without a currency, a rule or an amount matches none.
    package func admits(_ change: StoredChange) -> Bool {
        if let types, !types.contains(change.type) { return false }
        if match.isEmpty { return true }
        guard let data = try? JSONParser.parse(Array(change.payload.utf8)) else { return false }
        let facts = Self.facts(in: data)
        if let currency = match.currency, facts["currency"] != .string(currency.description) { return false }
        if let rule = match.rule, facts["rule"] != .string(rule.description) { return false }
        guard let least = match.minAmount else { return true }
        guard case .integer(let amount)? = facts["amount"] else { return false }
        return amount >= least
    }

    /// The object that may have a currency, a rule and an amount.
    static func facts(in data: JSONValue) -> JSONValue { data["reward"] ?? data }
}
