internal import Basics
package import WebClient

/// The result of a request to a receiver.
package struct DeliveryResult: Sendable {
    /// Kept of a reply.
    private static let replyBytesMax = 1_024

    /// HTTP's; nil without a reply.
    package let status: Int32?
    /// Why there was no reply.
    package let failure: String?
    /// The start of the reply's body.
    package let reply: String?
    package let retryAfterSeconds: Int64?

    package var isDelivered: Bool { status.map { (200...299).contains($0) } ?? false }

    /// Whether the receiver wants no more of anything.
    package var isGone: Bool { status == 410 }

    /// Whether fewer requests at once might help.
    package var isOverload: Bool {
        guard let status else { return true }
        return status == 429 || status == 502 || status == 504
    }

    /// - Parameter now: in seconds since 1970.
    package init(_ response: WebResponse, at now: Int64) {
        status = Int32(clamping: response.status)
        failure = nil
        let text = String(decoding: response.body.prefix(Self.replyBytesMax), as: UTF8.self)
        reply = text.isEmpty ? nil : text.replacing("\0", with: "\u{FFFD}")
        retryAfterSeconds = response.retryAfterSeconds(at: now)
    }

    package init(_ error: WebError) {
        status = nil
        failure = error.text
        reply = nil
        retryAfterSeconds = nil
    }

    /// Without a request: it can't be made.
    package init(failure: String) {
        status = nil
        self.failure = failure
        reply = nil
        retryAfterSeconds = nil
    }
}
