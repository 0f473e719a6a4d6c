package import Referrals
internal import Rewards

/// An app's evidence of its player's referrer: a claim's receipt, or a name and the app's own doubt.
package struct ReferralEvidence: Equatable, Sendable {
    let referrer: NamedReferrer?
    let matchConfidence: MatchConfidence?
    /// Whatever the app sent as one; it counts instead of the referrer.
    let receipt: String?
    /// As it reads, whether it counts or not.
    let claimReceipt: ClaimReceipt?
    let holder: Holder

    /// The caller, who may use a receipt.
    enum Holder: Equatable, Sendable {
        /// The install that claimed, by the hash of its Idempotency-Key as claims store it; nil for none.
        case install([UInt8]?)
        /// A user who exists. The session says who calls, so the claim's key doesn't matter.
        case user
    }

    /// Whether it names anything.
    var isGiven: Bool { referrer != nil || receipt != nil }

    init(
        referrer: NamedReferrer?, matchConfidence: MatchConfidence?, receipt: String?, holder: Holder
    ) {
        self.referrer = referrer
        self.matchConfidence = matchConfidence
        self.receipt = receipt
        claimReceipt = receipt.flatMap { ClaimReceipt($0) }
        self.holder = holder
    }

    /// A name from a user who exists.
    package static func named(
        _ referrer: NamedReferrer, _ confidence: MatchConfidence? = nil
    ) -> ReferralEvidence {
        ReferralEvidence(referrer: referrer, matchConfidence: confidence, receipt: nil, holder: .user)
    }

    /// A claim's receipt from a user who exists.
    package static func receipt(_ text: String, _ confidence: MatchConfidence? = nil) -> ReferralEvidence {
        ReferralEvidence(referrer: nil, matchConfidence: confidence, receipt: text, holder: .user)
    }
}
