package import FoundationEssentials
package import Values

/// A receiver that changes are sent to.
package struct Webhook: Sendable {
    package enum State: String, Sendable {
        case enabled
        case disabled
        /// The worker deletes it after its deliveries.
        case removed
    }

    package let id: UUID
    package var terms: WebhookTerms
    package var secrets: WebhookSecrets
    package let state: State
    package let disabledBecause: String?
    package let createdAt: Timestamp
    /// Counts the changes of all but the progress.
    package let version: Int64
    package let progress: WebhookProgress

    package init(
        id: UUID, terms: WebhookTerms, secrets: WebhookSecrets, state: State, disabledBecause: String?,
        createdAt: Timestamp, version: Int64, progress: WebhookProgress
    ) {
        self.id = id
        self.terms = terms
        self.secrets = secrets
        self.state = state
        self.disabledBecause = disabledBecause
        self.createdAt = createdAt
        self.version = version
        self.progress = progress
    }
}

/// Secrets and headers of a webhook, encrypted but for the public key and the names.
package struct WebhookSecrets: Equatable, Sendable {
    package var current: [UInt8]
    /// The secrets before the last rotation, which sign until `formerUntil`.
    package var former: [UInt8]?
    package var formerUntil: Timestamp?
    package var publicKey: String
    package var headers: [UInt8]?
    package var headerNames: [String]

    package init(
        current: [UInt8], former: [UInt8]? = nil, formerUntil: Timestamp? = nil, publicKey: String,
        headers: [UInt8]? = nil, headerNames: [String] = []
    ) {
        self.current = current
        self.former = former
        self.formerUntil = formerUntil
        self.publicKey = publicKey
        self.headers = headers
        self.headerNames = headerNames
    }
}

/// How far a webhook's deliveries are.
package struct WebhookProgress: Equatable, Sendable {
    /// All changes up to here have a delivery, or don't match.
    package var done: ChangeCursor
    /// The first failure since the last success; nil without one.
    package var failingSince: Timestamp?
    /// When its owner was warned of that; nil if not yet.
    package var warnedAt: Timestamp?

    package init(done: ChangeCursor, failingSince: Timestamp? = nil, warnedAt: Timestamp? = nil) {
        self.done = done
        self.failingSince = failingSince
        self.warnedAt = warnedAt
    }
}
