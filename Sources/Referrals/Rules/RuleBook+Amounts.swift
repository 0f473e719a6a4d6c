internal import FoundationEssentials
internal import Values

extension RuleBook {
    /// What each rule pays where a friend was surely invited: for texts that tell of it.
    package var amounts: [RuleName: Int64] {
        let friend = UserState(uid: Self.somebody(1), isSignedUp: true, referredBy: Self.somebody(2))
        let amounts = rules.compactMap { rule in
            rule.reward(for: friend).map { (rule.name, $0.amount) }
        }
        return Dictionary(uniqueKeysWithValues: amounts)
    }

    private static func somebody(_ number: UInt8) -> UserID {
        UserID(UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, number)))
    }
}
