package import Referrals

/// What an event comes to for the one who sent it.
package struct EventReply: Equatable, Sendable {
    package let recorded: RecordedEvent
    package let rewards: [Reward]
    /// The event had been recorded before; this is its first answer again.
    package let isReplayed: Bool

    func replayed() -> EventReply {
        EventReply(recorded: recorded, rewards: rewards, isReplayed: true)
    }
}
