package import Referrals

/// The result of an event for its sender.
package struct EventReply: Equatable, Sendable {
    package let recorded: RecordedEvent
    package let rewards: [Reward]
    /// The event had been recorded before; this is its first answer again.
    package let isReplayed: Bool

    func replayed() -> EventReply {
        EventReply(recorded: recorded, rewards: rewards, isReplayed: true)
    }
}
