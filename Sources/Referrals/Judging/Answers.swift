package import Values

/// What is known besides the users of a docket.
package struct Answers: Sendable {
    /// Of those whom administrators think of otherwise than well.
    package let standings: [UserID: UserStanding]
    /// Rewards that their subjects may have forgotten.
    package var kept: [Reward] = []
    /// What checks found of players about whom they were asked.
    package var findings: [UserID: TrustCodes] = [:]
    package var places = RewardPlaces()

    package init(standings: [UserID: UserStanding] = [:]) {
        self.standings = standings
    }
}
