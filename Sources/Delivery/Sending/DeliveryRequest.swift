internal import Batching
internal import Crypto
internal import FoundationEssentials
internal import JSON
internal import Referrals
internal import Store
internal import Values
internal import WebClient

/// A webhook's requests: one for each change.
struct DeliveryRequest {
    private let base: WebRequest
    private let signature: WebhookTerms.Signature
    private let signer: WebhookSigner

    /// Why a webhook can't send.
    enum Mistake: Error {
        case url(ReceiverURLError)
        /// Another root secret encrypted its secrets.
        case secrets

        var text: String {
            switch self {
            case .url: "The URL is no longer allowed."
            case .secrets: "The secrets can't be decrypted: SHIPMATE_ROOT_SECRET is another."
            }
        }
    }

    init(
        _ webhook: Webhook, _ sending: SendingConfiguration, _ vault: WebhookVault, at now: Timestamp
    ) throws(Mistake) {
        let url: ReceiverURL
        do throws(ReceiverURLError) {
            url = try ReceiverURL(webhook.terms.url, allowing: sending.allowed)
        } catch {
            throw .url(error)
        }
        guard let signer = vault.signer(webhook.secrets, of: webhook.id, at: now) else { throw .secrets }
        var base = url.request(through: sending.proxy)
        base.headers = [("Content-Type", "application/json"), ("User-Agent", sending.userAgent)]
        if let encrypted = webhook.secrets.headers {
            guard let own = vault.headers(encrypted, of: webhook.id) else { throw .secrets }
            let names = Set(own.map { $0.name.lowercased() })
            base.headers.removeAll { names.contains($0.name.lowercased()) }
            base.headers += own
        }
        self.base = base
        self.signer = signer
        signature = webhook.terms.signature
    }

    /// - Parameter time: of this attempt.
    func request(for change: StoredChange, at time: Timestamp) -> WebRequest {
        let body = JSONWriter.bytes(of: ChangeBody(change))
        let id = change.id.lowercaseText
        let seconds = time.secondsSince1970
        let message = WebhookMessage(id: id, timestamp: seconds, body: body)
        let secrets = signature == .v1a ? [] : signer.secrets
        let keys = signature == .v1 ? [] : signer.keys
        var request = base
        request.method = .post(body)
        request.headers += [
            ("webhook-id", id), ("webhook-timestamp", String(seconds)),
            ("webhook-signature", message.signatures(by: secrets, keys)),
        ]
        return request
    }
}
