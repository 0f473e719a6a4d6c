internal import Batching
package import Crypto
internal import EventLoops
package import Referrals
package import Values

/// An anonymous sign-in of a new install. It is handed on often on its way, and so is one thing.
package final class SignUp {
    /// The evidence of its referrer.
    let evidence: ReferralEvidence
    /// The hash of the Idempotency-Key, 32 bytes.
    package let keyHash: [UInt8]?
    /// The app's id of its device.
    let device: String?
    /// The key that binds the session; nil for none.
    package var installKey: InstallKey?
    /// The new user's, chosen by a test server; nil for a new one.
    package var uid: UserID?
    /// From where it came, as far as that matters.
    var address: PeerAddress?
    /// The request that it comes from.
    let origin = ChangeOrigins.ofRequest

    /// - Parameters:
    ///   - claimKeyHash: of the same key, as claims store it.
    ///   - receipt: a claim's, whatever it may be; it counts instead of the referrer.
    package init(
        referrer: NamedReferrer?, matchConfidence: MatchConfidence?, keyHash: [UInt8]?,
        claimKeyHash: [UInt8]? = nil, receipt: String? = nil, device: String? = nil
    ) {
        evidence = ReferralEvidence(
            referrer: referrer, matchConfidence: matchConfidence, receipt: receipt,
            holder: .install(claimKeyHash))
        self.keyHash = keyHash
        self.device = device
    }
}

/// The same: a user has many parts.
package final class SignUpReply: Sendable {
    package let user: User
    package let session: SessionTokens
    /// Whether the install had the user before.
    let isReturn: Bool

    init(user: User, session: SessionTokens, isReturn: Bool = false) {
        self.user = user
        self.session = session
        self.isReturn = isReturn
    }

    func returning(with referral: Referral) -> SignUpReply {
        var user = user
        user.referral = referral
        return SignUpReply(user: user, session: session, isReturn: true)
    }
}
