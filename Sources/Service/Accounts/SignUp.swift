package import EventLoops
package import Referrals

/// An anonymous sign-in of a new install.
package struct SignUp: Equatable, Sendable {
    package let referrer: NamedReferrer?
    package let matchConfidence: MatchConfidence?
    /// The hash of the Idempotency-Key, 32 bytes.
    package let keyHash: [UInt8]?
    /// The same of its other hash, under which claims keep it.
    package var claimKeyHash: [UInt8]?
    /// A claim's receipt, whatever it may be; it counts in place of the referrer.
    package var receipt: String?
    /// What the app says of its device.
    package var device: String?
    package var address: PeerAddress?

    package init(referrer: NamedReferrer?, matchConfidence: MatchConfidence?, keyHash: [UInt8]?) {
        self.referrer = referrer
        self.matchConfidence = matchConfidence
        self.keyHash = keyHash
    }
}

package struct SignUpReply: Equatable, Sendable {
    package let user: User
    package let session: SessionTokens
}
