internal import Referrals

/// A kind of condition as the form offers it.
struct RuleConditionKind {
    /// As the form sends it; empty for none.
    let value: String
    let word: Word
    /// Whether it has a name: of a milestone, or of a counter.
    var isNamed = false
    /// Of its number; nil for none.
    var range: ClosedRange<Int64>?

    static let all = [
        RuleConditionKind(value: "", word: .noCondition),
        RuleConditionKind(
            value: "highest_level", word: .kindHighestLevel,
            range: RuleCondition.highestLevel(atLeast: 1).range),
        RuleConditionKind(value: "level", word: .kindLevel, range: RuleCondition.level(atLeast: 1).range),
        RuleConditionKind(value: "milestone", word: .kindMilestone, isNamed: true),
        RuleConditionKind(
            value: "counter", word: .kindCounter, isNamed: true, range: 1...Counter.sumMax),
        RuleConditionKind(value: "platform_android", word: .kindOnAndroid),
        RuleConditionKind(value: "platform_desktop", word: .kindOnDesktop),
        RuleConditionKind(value: "platform_ios", word: .kindOnIOS),
        RuleConditionKind(value: "signed_up", word: .kindSignedUp),
        RuleConditionKind(value: "email_verified", word: .kindEmailVerified),
        RuleConditionKind(value: "referred", word: .kindReferred),
        RuleConditionKind(
            value: "signed_up_within_days", word: .kindSignedUpWithin, range: RuleCondition.daysRange),
    ]
}
