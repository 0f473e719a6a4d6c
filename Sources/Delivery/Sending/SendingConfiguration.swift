internal import Referrals
package import WebClient

/// How webhooks' requests go out.
package struct SendingConfiguration: Sendable {
    /// Of the client: all webhooks' requests at once, each of which limits its own.
    package static let limits = WebClient.Limits(
        requestsMax: WebhookTerms.countMax * SendingPace.atOnceMax, connectionsPerHostMax: nil,
        connectionsKeptMax: 256)

    package let client: WebClient
    /// Origins that are allowed although they are private, or in plain HTTP.
    package let allowed: ReceiverAllowList
    /// `http://host:port`; nil without one.
    package let proxy: String?
    package let userAgent: String

    package init(
        _ client: WebClient, allowed: ReceiverAllowList = ReceiverAllowList(), proxy: String? = nil,
        userAgent: String
    ) {
        self.client = client
        self.allowed = allowed
        self.proxy = proxy
        self.userAgent = userAgent
    }
}
