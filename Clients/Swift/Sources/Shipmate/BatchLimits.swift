/// How large a batch of events may be, by `GET /v1/app`.
struct BatchLimits: Sendable, Equatable {
    /// What every server takes.
    static let unasked = Self(events: 100, bytes: 512 * 1024)

    let events: Int
    /// Half of the body's limit at most: a batch ends with the event that passes it.
    let bytes: Int
}

extension BatchLimits {
    init(_ limits: JSON) {
        events = min(max(limits["batch_events"].int ?? Self.unasked.events, 1), 1_000)
        bytes = min((limits["batch_body_bytes"].int ?? .max) / 2, Self.unasked.bytes)
    }
}
