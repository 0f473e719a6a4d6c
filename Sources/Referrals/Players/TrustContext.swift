/// Data about a player beside its own facts, when a reward is about to be made.
package struct TrustContext: Equatable, Sendable {
    package var status = ModerationStatus.good
    package var referrerStatus = ModerationStatus.good
    /// The checks' findings; nil if they were not read.
    package var findings: TrustCodes?

    package init() {}
}
