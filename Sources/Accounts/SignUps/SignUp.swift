internal import Batching
package import Crypto
internal import EventLoops
package import Referrals
internal import Rewards
package import Values

/// An anonymous sign-in of a new install. It is handed on often on its way, and so is one thing.
package final class SignUp {
    package let referrer: NamedReferrer?
    package let matchConfidence: MatchConfidence?
    /// The hash of the Idempotency-Key, 32 bytes.
    package let keyHash: [UInt8]?
    /// The same of its other hash, under which claims keep it.
    let claimKeyHash: [UInt8]?
    /// A claim's receipt, whatever it may be; it counts instead of the referrer.
    let receipt: String?
    /// As it reads, whether it counts or not.
    let claimReceipt: ClaimReceipt?
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

    package init(
        referrer: NamedReferrer?, matchConfidence: MatchConfidence?, keyHash: [UInt8]?,
        claimKeyHash: [UInt8]? = nil, receipt: String? = nil, device: String? = nil
    ) {
        self.referrer = referrer
        self.matchConfidence = matchConfidence
        self.keyHash = keyHash
        self.claimKeyHash = claimKeyHash
        self.receipt = receipt
        claimReceipt = receipt.flatMap { ClaimReceipt($0) }
        self.device = device
    }
}

/// The same: a user has many parts.
package final class SignUpReply: Sendable {
    package let user: User
    package let session: SessionTokens

    init(user: User, session: SessionTokens) {
        self.user = user
        self.session = session
    }
}
