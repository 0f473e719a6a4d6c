/// Fifty pieces of eight to a referred player who links a credential.
struct SignUpReward: RewardRule {
    let name: RuleName = "signup"
    let unmetReason = "not_signed_up"

    func isDeserved(by player: UserState) -> Bool {
        player.isSignedUp
    }

    func reward(for player: UserState) -> RewardOffer? {
        guard player.referredBy != nil else { return nil }
        return .credit(
            50, .piecesOfEight, to: player.uid, as: .referee, because: "Signed up after a referral")
    }
}
