internal import HTTP
internal import Referrals

/// An event as it was recorded.
struct EventView: JSONEncodable {
    let recorded: RecordedEvent
    /// Nil where repeats are not the matter.
    let isReplayed: Bool?

    func encode(to writer: inout JSONWriter) {
        let event = recorded.event
        writer.object { writer in
            writer.member("id", event.key.id)
            writer.member("type", event.fact.type.rawValue)
            writer.member("uid", event.key.uid)
            event.fact.encodeMembers(to: &writer)
            writer.member("occurred_at", event.occurredAt)
            writer.member("received_at", recorded.receivedAt)
            if let isReplayed { writer.member("replayed", isReplayed) }
        }
    }
}
