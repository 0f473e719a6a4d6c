internal import Crypto
internal import EventLoops
internal import Limits
internal import Referrals
internal import Store
internal import Values

/// Maps a sign-up to keyed hashes for checks. Two hashes show whether their values are equal, and
/// nothing else.
package struct SignUpFingerprinter {
    /// Rows of networks alone are gone then, and the others' networks.
    package static let networkSeconds: Int64 = 30 * 24 * 3600

    /// How long an erased user's mailbox is kept with its referrer, where `same_mailbox` is on.
    package static let erasedMailboxSeconds: Int64 = 180 * 24 * 3600

    let key: Subkey

    /// The user's own row; nil where nothing is to be kept.
    ///
    /// - Parameter terms: a device is kept that an app tells of; anything else when a check wants it.
    func fingerprints(
        of user: User, device: String?, from address: PeerAddress?, for terms: TrustTerms
    ) -> SignUpFingerprints? {
        guard device != nil || terms.looksAtSignUps else { return nil }
        let network = terms.checks[.sameNetwork] == nil ? nil : address
        return SignUpFingerprints(
            uid: user.uid, referee: user.uid, device: device.map { hash("device", Array($0.utf8)) },
            network: network.map { hash("network", RateLimitKey.network(of: $0)) }, cameAt: user.createdAt)
    }

    func mailbox(_ address: EmailAddress) -> Int64 {
        hash("mailbox", Array(Mailbox(of: address).description.utf8))
    }

    private func hash(_ name: StaticString, _ value: [UInt8]) -> Int64 {
        let text = Array(name.description.utf8) + [0] + value
        return Int64(bitPattern: SipHash.hash(text[...], key: key.bytes).0)
    }
}

extension SignUpFingerprints {
    /// The user's own row, and the one shared with its referrer.
    func rows(referrer: UserID?) -> [SignUpFingerprints] {
        [self] + (referrer.map { [with($0)] } ?? [])
    }
}
