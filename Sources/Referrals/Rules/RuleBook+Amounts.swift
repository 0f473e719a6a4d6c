internal import FoundationEssentials
internal import Values

extension RuleBook {
    /// Each rule's first payment for a surely invited friend: for texts that mention it.
    package var amounts: [RuleName: Int64] {
        var amounts: [RuleName: Int64] = [:]
        for rule in rules { amounts[rule.name] = rule.rule.terms.pay.first?.amounts.first }
        let friend = UserState(uid: Self.somebody(1), isSignedUp: true, referredBy: Self.somebody(2))
        for rule in code { amounts[rule.name] = rule.reward(for: friend)?.amount }
        return amounts
    }

    /// The payment of a rule in Swift for a surely invited friend.
    package static func offer(of rule: any RewardRule) -> RewardOffer? {
        rule.reward(for: UserState(uid: somebody(1), isSignedUp: true, referredBy: somebody(2)))
    }

    private static func somebody(_ number: UInt8) -> UserID {
        UserID(UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, number)))
    }
}
