package import Values

/// The data beside the users of a docket.
package struct Answers: Sendable {
    /// Of users who are watched or blocked.
    package let statuses: [UserID: ModerationStatus]
    /// Rewards that their subjects may have forgotten.
    package var kept: [Reward] = []
    /// The checks' findings about the requested players.
    package var findings: [UserID: TrustCodes] = [:]
    package var grantLimits = GrantLimits()

    package init(statuses: [UserID: ModerationStatus] = [:]) {
        self.statuses = statuses
    }
}
