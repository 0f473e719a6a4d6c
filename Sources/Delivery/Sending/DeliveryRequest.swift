internal import FoundationEssentials
internal import Referrals
internal import Values
internal import WebClient

/// A webhook's requests: one for each change.
struct DeliveryRequest {
    private let base: WebRequest
    private let message: DeliveryMessage

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
        do throws(ReceiverURLError) {
            let url = try ReceiverURL(webhook.terms.url, allowing: sending.allowed)
            base = url.request(through: sending.proxy)
        } catch {
            throw .url(error)
        }
        guard let message = DeliveryMessage(webhook, vault, userAgent: sending.userAgent, at: now) else {
            throw .secrets
        }
        self.message = message
    }

    /// - Parameter time: of this attempt.
    func request(for change: StoredChange, at time: Timestamp) -> WebRequest {
        var request = base
        let (headers, body) = message.signed(change, at: time)
        request.method = .post(body)
        request.headers = headers
        return request
    }
}
