/// A user's moderation status.
package enum ModerationStatus: String, Sendable, CaseIterable {
    case good
    /// All that it would be paid is held.
    case watched
    /// It is paid nothing, and its tokens are refused.
    case blocked
}
