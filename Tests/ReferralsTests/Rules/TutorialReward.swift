import Referrals

/// A hundred to a referred player who finishes the tutorial.
struct TutorialReward: RewardRule {
    let name: RuleName = "tutorial"
    let unmetReason = "tutorial_not_completed"

    func isDeserved(by player: UserState) -> Bool {
        player.milestones.contains("tutorial_completed")
    }

    func reward(for player: UserState) -> RewardOffer? {
        guard player.referredBy != nil else { return nil }
        return .credit(100, .piecesOfEight, to: player.uid, as: .referee, because: "Finished the tutorial")
    }
}
