/// The measures of each day.
package enum TimelineMeasure: String, Sendable, CaseIterable {
    case users
    case signUps = "sign_ups"
    case referrals
    case granted
    case redeemed
    case outstanding
    case rewards
}

/// A number of a day, of one currency, or of one rule and status, where there are several.
package struct TimelinePoint: Equatable, Sendable {
    /// Since 1970-01-01, in the programme's time zone.
    package let day: Int32
    package var currency: Currency?
    package var rule: RuleName?
    package var status: Reward.Status?
    package let value: Int64

    package init(
        day: Int32, currency: Currency? = nil, rule: RuleName? = nil, status: Reward.Status? = nil,
        value: Int64
    ) {
        self.day = day
        self.currency = currency
        self.rule = rule
        self.status = status
        self.value = value
    }
}
