/// The part of a webhook that its owner chooses.
package struct WebhookTerms: Equatable, Sendable {
    package static let countMax = 100
    package static let descriptionCharacters = 0...200
    package static let ratesPerSecond: ClosedRange<Int64> = 1...10_000

    package enum Signature: String, Sendable, CaseIterable {
        case v1
        case v1a
        case both
    }

    /// Of a webhook that a receiver pulls, because no request can reach it.
    package static let pulledURL = "pull:"

    package var url: String
    /// Nil for all types.
    package var types: [ChangeType]?
    package var match: WebhookMatch
    package var description: String
    /// Whether a subject's next change waits until the one before it was delivered or given up.
    package var isOrdered: Bool
    package var signature: Signature
    /// Nil for no limit.
    package var ratePerSecond: Int32?

    package init(
        url: String, types: [ChangeType]?, match: WebhookMatch = WebhookMatch(), description: String = "",
        isOrdered: Bool = false, signature: Signature = .v1, ratePerSecond: Int32? = nil
    ) {
        self.url = url
        self.types = types
        self.match = match
        self.description = description
        self.isOrdered = isOrdered
        self.signature = signature
        self.ratePerSecond = ratePerSecond
    }

    package var isPulled: Bool { url == Self.pulledURL }

    package var listenedTypes: ChangeTypes { types.map { ChangeTypes($0) } ?? .all }
}

/// Only changes of this currency, of this rule, or of at least this amount; nil for any.
package struct WebhookMatch: Equatable, Sendable {
    package var currency: Currency?
    package var rule: RuleName?
    package var minAmount: Int64?

    package init(currency: Currency? = nil, rule: RuleName? = nil, minAmount: Int64? = nil) {
        self.currency = currency
        self.rule = rule
        self.minAmount = minAmount
    }

    package var isEmpty: Bool { self == WebhookMatch() }
}
