package import Values

/// A user's referrer, and the confidence.
package struct Referral: Equatable, Sendable {
    package enum Status: String, Sendable {
        case none
        case recorded
        case rejected
    }

    /// Why a referral was not recorded.
    package enum Rejection: String, Sendable {
        case unknownReferrer = "unknown_referrer"
        case selfReferral = "self_referral"
        /// Another user has used the claim's receipt.
        case receiptUsed = "receipt_used"
        case receiptExpired = "receipt_expired"
        /// It is altered, another installation's, or brought by another install than the claim was.
        case receiptInvalid = "receipt_invalid"
        /// It would have led back to the user itself.
        case ring
        /// A sign-up that came again named another referrer than the first; that one stays. It isn't stored.
        case alreadySet = "referral_already_set"
    }

    package var referredBy: UserID?
    package var matchConfidence: MatchConfidence?
    /// The evidence: a claim's receipt, or a value from the app. Nil if unrecorded.
    package var proof: ReferralSource?
    /// Set when the app named a referrer that could not be recorded.
    package var rejection: Rejection?
    /// The app's value, kept for the administrator after a rejection.
    package var rejectedName: String?

    package init(
        referredBy: UserID? = nil, matchConfidence: MatchConfidence? = nil, proof: ReferralSource? = nil,
        rejection: Rejection? = nil, rejectedName: String? = nil
    ) {
        self.referredBy = referredBy
        self.matchConfidence = matchConfidence
        self.proof = proof
        self.rejection = rejection
        self.rejectedName = rejectedName
    }

    package static let none = Referral()

    package var status: Status {
        if referredBy != nil { return .recorded }
        return rejection == nil ? .none : .rejected
    }
}

/// How sure an install belongs to a click; an app that knows its referrer otherwise sends none, which counts
/// as sure.
package enum MatchConfidence: String, Sendable, CaseIterable {
    case unique
    case `default`
    case weak
}
