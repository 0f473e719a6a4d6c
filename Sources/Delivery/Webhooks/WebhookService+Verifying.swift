package import Batching
internal import Crypto
internal import Postgres
internal import Referrals
internal import Store

extension WebhookService {
    /// Whether a webhook of this installation has signed a message, as its receiver would find out. For the
    /// receiver of a test server.
    ///
    /// - Parameters:
    ///   - id: `webhook-id`.
    ///   - timestamp: `webhook-timestamp`.
    ///   - signature: `webhook-signature`.
    package func hasSigned(
        _ body: [UInt8], id: String, timestamp: Int64, signature: String
    ) async throws(InfrastructureError) -> Bool {
        let message = WebhookMessage(id: id, timestamp: timestamp, body: body)
        let found = signature.split(separator: " ").map { Array($0.utf8) }
        for webhook in try await all() {
            guard let signer = vault.signer(webhook.secrets, of: webhook.id, at: context.clock.now) else {
                continue
            }
            let expected = message.signatures(by: signer.secrets, signer.keys)
            for text in expected.split(separator: " ") {
                if found.contains(where: { Sodium.areEqual($0, Array(text.utf8)) }) { return true }
            }
        }
        return false
    }
}
