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
            switch event.fact {
            case .levelReached(let level): writer.member("level", Int64(level))
            case .milestoneReached(let milestone): writer.member("milestone", milestone.description)
            case .referrerRecorded(let referrer): writer.member("referred_by", referrer)
            case .credentialLinked: break
            }
            writer.member("occurred_at", event.occurredAt)
            writer.member("received_at", recorded.receivedAt)
            if let isReplayed { writer.member("replayed", isReplayed) }
        }
    }
}
