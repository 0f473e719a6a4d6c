package import Referrals

/// An anonymous sign-in of a new install.
package struct SignUp: Equatable, Sendable {
    package let referrer: NamedReferrer?
    package let matchConfidence: MatchConfidence?
    /// The hash of the Idempotency-Key, 32 bytes.
    package let keyHash: [UInt8]?

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
