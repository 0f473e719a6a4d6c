/// Fifty pieces of eight to whoever referred a player, when the player first reaches level 5.
struct LevelFiveReward: RewardRule {
    let name: RuleName = "level-5"
    let unmetReason = "level_below_5"

    func isDeserved(by player: UserState) -> Bool {
        player.highestLevel >= 5
    }

    func reward(for player: UserState) -> RewardOffer? {
        guard let referrer = player.referredBy else { return nil }
        return .credit(50, .piecesOfEight, to: referrer, as: .referrer, because: "A friend reached level 5")
    }
}
