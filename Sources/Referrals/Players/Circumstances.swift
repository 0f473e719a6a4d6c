/// Data about a player beside its own facts, when a reward is about to be made.
package struct Circumstances: Equatable, Sendable {
    package var standing = UserStanding.good
    package var referrerStanding = UserStanding.good
    /// The checks' findings; nil if they were not read.
    package var findings: TrustCodes?

    package init() {}
}
