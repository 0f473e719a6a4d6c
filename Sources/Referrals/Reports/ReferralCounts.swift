/// A user's number of referrals by their state; or the difference.
package struct ReferralCounts: Equatable, Sendable {
    package var referred: Int64
    package var signedUp: Int64
    /// For how many the referrer was paid.
    package var rewarded: Int64

    package init(referred: Int64 = 0, signedUp: Int64 = 0, rewarded: Int64 = 0) {
        self.referred = referred
        self.signedUp = signedUp
        self.rewarded = rewarded
    }

    package static func + (left: ReferralCounts, right: ReferralCounts) -> ReferralCounts {
        ReferralCounts(
            referred: left.referred + right.referred, signedUp: left.signedUp + right.signedUp,
            rewarded: left.rewarded + right.rewarded)
    }

    package static func - (left: ReferralCounts, right: ReferralCounts) -> ReferralCounts {
        ReferralCounts(
            referred: left.referred - right.referred, signedUp: left.signedUp - right.signedUp,
            rewarded: left.rewarded - right.rewarded)
    }
}
