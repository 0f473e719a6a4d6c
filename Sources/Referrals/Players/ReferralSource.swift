/// How surely a player was brought by its referrer: what a claim's receipt says, else what the app named.
package enum ReferralSource: String, Sendable, CaseIterable {
    case claimUnique = "claim_unique"
    case claimDefault = "claim_default"
    case claimWeak = "claim_weak"
    /// The referrer's code, which anyone who knows it can type.
    case code
    /// A uid, which says nothing.
    case unproven

    package init(_ match: MatchConfidence) {
        self =
            switch match {
            case .unique: .claimUnique
            case .default: .claimDefault
            case .weak: .claimWeak
            }
    }

    /// With the app's own doubt, which can only lower it.
    package func lowered(by confidence: MatchConfidence?) -> ReferralSource {
        guard let confidence else { return self }
        let doubted = ReferralSource(confidence)
        return doubted.doubt > doubt ? doubted : self
    }

    private var doubt: Int {
        switch self {
        case .claimUnique, .code, .unproven: 0
        case .claimDefault: 1
        case .claimWeak: 2
        }
    }
}

extension Referral {
    /// Nil without a referrer.
    package var source: ReferralSource? { undoubted?.lowered(by: matchConfidence) }

    /// Before what the app itself doubted.
    var undoubted: ReferralSource? { referredBy == nil ? nil : proof ?? .unproven }
}

extension NamedReferrer {
    /// The proof of a name.
    package var proof: ReferralSource {
        switch self {
        case .code: .code
        case .user: .unproven
        }
    }
}
