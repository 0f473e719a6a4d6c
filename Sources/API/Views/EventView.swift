internal import Forms
internal import HTTP
internal import JSON
internal import Referrals

/// An event as it was recorded.
struct EventView: Described {
    let recorded: RecordedEvent
    /// Nil where repeats are not the matter.
    let isReplayed: Bool?

    static var schema: Schema {
        .object(
            "RecordedEvent",
            means: """
                An event as it was recorded. `referrer_recorded`, `credential_linked`, `email_verified` and \
                `player_merged` are the service's own.
                """, example: example,
            [
                "id": .uuid.means("The client's own id."),
                "type": .openChoice(
                    "level_reached", "milestone_reached", "counter_incremented", "platform_used",
                    "referrer_recorded", "credential_linked", "email_verified", "player_merged"
                ).means("The kind of event."),
                "uid": .uuid.means("The user of the event."),
                "level": .integer(1...1_000_000).means("For `level_reached`.").optional,
                "milestone": .name.means("For `milestone_reached`.").optional,
                "counter": .name.means("For `counter_incremented`.").optional,
                "by": .integer(Counter.steps).means("For `counter_incremented`.").optional,
                "platform": .openChoice("ios", "android", "desktop").means("For `platform_used`.").optional,
                "referred_by": .uuid.means("For `referrer_recorded`.").optional,
                "merged": .uuid.means("For `player_merged`: the anonymous player's uid.").optional,
                "occurred_at": .time.orNull.means("As the client sent it."),
                "received_at": .time.means("When the service recorded it."),
                "replayed": .boolean.means("Whether this repeats the first reply; in replies to events only.")
                    .optional,
            ])
    }

    static var example: JSONValue {
        [
            "id": "6f1a2f0e-0d55-4b1c-9a43-0c8f6e2b7d10",
            "type": "level_reached",
            "uid": "01938f3e-5a00-7c3d-8f21-6a1b0c9d2e41",
            "level": 6,
            "occurred_at": .null,
            "received_at": "2026-11-21T12:10:00.000Z",
            "replayed": false,
        ]
    }

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
