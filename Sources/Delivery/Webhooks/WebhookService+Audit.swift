internal import Batching
internal import FoundationEssentials
internal import Ledger
internal import Referrals
internal import Store
internal import Values
internal import WebClient

extension WebhookService {
    /// - Parameters:
    ///   - before: nil where there was none, or nothing of it changes.
    ///   - id: of the entry.
    func audit(
        _ action: String, _ webhook: Webhook, by actor: String, before: Webhook?, id: UUID? = nil
    ) -> InsertAuditEntries {
        let entry = AuditEntry(
            id: id ?? context.makeID(), actor: actor, action: action, uid: nil,
            detail: webhook.id.lowercaseText,
            createdAt: context.clock.now, before: before.map(WebhookDigest.text),
            after: WebhookDigest.text(of: webhook))
        return InsertAuditEntries([entry], by: context.ledgerKey)
    }
}

/// A webhook as the audit has it: without the URL's path and query, in which secrets can be.
private struct WebhookDigest: Encodable {
    let origin: String
    let types: [String]?
    let match: [String: String]
    let ordering: String
    let signature: String
    let headers: [String]
    let publicKey: String
    let state: String

    static func text(of row: Webhook) -> String { AuditText.json(WebhookDigest(row)) }

    private init(_ row: Webhook) {
        let terms = row.terms
        let parts = terms.url.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
        origin = parts.prefix(3).joined(separator: "/")
        types = terms.types.map { $0.map(\.rawValue) }
        var match: [String: String] = [:]
        match["currency"] = terms.match.currency?.description
        match["rule"] = terms.match.rule?.description
        match["min_amount"] = terms.match.minAmount.map(String.init)
        self.match = match
        ordering = terms.isOrdered ? "subject" : "none"
        signature = terms.signature.rawValue
        headers = row.secrets.headerNames
        publicKey = row.secrets.publicKey
        state = row.state.rawValue
    }
}
