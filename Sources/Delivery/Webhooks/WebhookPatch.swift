package import Referrals

/// A change of a webhook. A part that is nil stays.
package struct WebhookPatch: Sendable {
    package var url: String?
    /// Nil within for all types.
    package var types: [ChangeType]??
    package var match: WebhookMatch?
    package var description: String?
    package var isOrdered: Bool?
    package var signature: WebhookTerms.Signature?
    /// Nil within for no limit.
    package var ratePerSecond: Int32??
    package var headers: [WebhookHeader]?

    package init() {}

    func applied(to terms: WebhookTerms) -> WebhookTerms {
        var terms = terms
        if let url { terms.url = url }
        if let types { terms.types = types }
        if let match { terms.match = match }
        if let description { terms.description = description }
        if let isOrdered { terms.isOrdered = isOrdered }
        if let signature { terms.signature = signature }
        if let ratePerSecond { terms.ratePerSecond = ratePerSecond }
        return terms
    }
}

/// A header that each request of a webhook has.
package struct WebhookHeader: Sendable {
    package let name: String
    package let value: String

    package init(name: String, value: String) {
        self.name = name
        self.value = value
    }
}
