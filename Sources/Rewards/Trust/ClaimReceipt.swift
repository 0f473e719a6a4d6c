internal import Batching
package import Crypto
package import FoundationEssentials
package import Links
package import Referrals
package import Values

/// An app's receipt between its claim and its sign-up, or its player's later referral: the referrer and the
/// confidence, sealed by the service.
///
/// `cr_` and the base64url of what it says and a keyed hash of that, under a key of this installation alone.
/// Nothing of it is kept until it is used, and then its id, so that it is good once.
package struct ClaimReceipt: Equatable, Sendable, CustomStringConvertible {
    static let lifetimeSeconds: Int64 = 7 * 24 * 3600

    private static let prefix = "cr_"
    private static let tagByteCount = 16
    private static let installByteCount = 8
    private static let byteCount = 1 + 16 + 16 + 8 + installByteCount + tagByteCount
    /// Of a link's code; of which a longer one is left out.
    private static let linkByteCountMax = 64
    private static let sources: [ReferralSource] = [.claimUnique, .claimDefault, .claimWeak]

    /// The same in each receipt for one click, for a link that is good for one, or else of one install.
    package let id: UUID
    package let source: ReferralSource
    /// Nil if the link has no inviter.
    package let referrer: UserID?
    let expiresAtSeconds: Int64
    /// The link's code; nil where it has none.
    package let link: LinkCode?
    /// Of the claim's Idempotency-Key; zeros where it had none.
    private let install: [UInt8]
    private let tag: [UInt8]

    package var description: String { "ClaimReceipt(secret)" }

    /// - Parameters:
    ///   - onceKey: the click, or the link, that is good for one; nil where that is good for any number.
    ///   - keyHash: of the claim's Idempotency-Key: of sign-ups, that with the same key alone may use it.
    package init(
        _ match: MatchConfidence, referrer: UserID?, through link: LinkCode? = nil, of onceKey: [UInt8]?,
        keyHash: [UInt8]?, at now: Timestamp, key: Subkey
    ) {
        let digest = (onceKey ?? keyHash).map { BLAKE2b.hash([Label.id] + $0, key: key.bytes, byteCount: 16) }
        id = UUID(bytes: (digest ?? Randomness.bytes(16))[...]) ?? UUID()
        source = ReferralSource(match)
        self.referrer = referrer
        expiresAtSeconds = now.secondsSince1970 + Self.lifetimeSeconds
        self.link = link.flatMap { $0.description.utf8.count <= Self.linkByteCountMax ? $0 : nil }
        install = Self.install(keyHash, key)
        tag = Self.tag(Self.body(id, source, referrer, expiresAtSeconds, install, self.link), key)
    }

    /// Reads a receipt; nil for any text that `text` can't have written.
    package init?(_ text: String) {
        let characters = Array(text.utf8.prefix(2 * (Self.byteCount + Self.linkByteCountMax)))
        guard characters.starts(with: Self.prefix.utf8),
            let bytes = Base64URL.decode(characters.dropFirst(Self.prefix.utf8.count)),
            bytes.count >= Self.byteCount, bytes.count <= Self.byteCount + Self.linkByteCountMax,
            bytes[0] < 2 * Self.sources.count,
            let id = UUID(bytes: bytes[1..<17]), let referrer = UUID(bytes: bytes[17..<33])
        else { return nil }
        self.id = id
        source = Self.sources[Int(bytes[0]) % Self.sources.count]
        // A receipt with a link begins with it; older receipts have none.
        let hasLink = bytes[0] >= Self.sources.count
        link = LinkCode(String(decoding: bytes[49..<(bytes.count - Self.tagByteCount)], as: UTF8.self))
        guard (link != nil) == hasLink, hasLink || bytes.count == Self.byteCount else { return nil }
        self.referrer = bytes[17..<33].allSatisfy { $0 == 0 } ? nil : UserID(referrer)
        expiresAtSeconds = bytes[33..<41].reduce(0) { $0 << 8 | Int64($1) }
        install = Array(bytes[41..<49])
        tag = Array(bytes.suffix(Self.tagByteCount))
    }

    package var text: String { Self.prefix + Base64URL.encode(body + tag) }

    package var expiresAt: Timestamp { Timestamp(microsecondsSince1970: 0).adding(seconds: expiresAtSeconds) }

    /// Why it says nothing to a sign-up; nil where it counts, unless it was used.
    ///
    /// - Parameter keyHash: of the sign-up's Idempotency-Key, as a claim's.
    package func refusal(keyHash: [UInt8]?, at now: Timestamp, key: Subkey) -> Referral.Rejection? {
        let isBound = install != Self.nobodys
        guard !isBound || Sodium.areEqual(install, Self.install(keyHash, key)) else { return .receiptInvalid }
        return refusal(at: now, key: key)
    }

    /// Why it says nothing to a user who has signed in, whichever key it was claimed with.
    package func refusal(at now: Timestamp, key: Subkey) -> Referral.Rejection? {
        guard Sodium.areEqual(tag, Self.tag(body, key)) else { return .receiptInvalid }
        return now.secondsSince1970 < expiresAtSeconds ? nil : .receiptExpired
    }

    private static let nobodys = [UInt8](repeating: 0, count: installByteCount)

    private var body: [UInt8] { Self.body(id, source, referrer, expiresAtSeconds, install, link) }

    private static func body(
        _ id: UUID, _ source: ReferralSource, _ referrer: UserID?, _ expiresAtSeconds: Int64,
        _ install: [UInt8], _ link: LinkCode?
    ) -> [UInt8] {
        let time = (0..<8).map { UInt8(truncatingIfNeeded: expiresAtSeconds >> (56 - 8 * Int64($0))) }
        let onceKey = UInt8((sources.firstIndex(of: source) ?? 0) + (link == nil ? 0 : sources.count))
        return [onceKey] + id.bytes + (referrer?.uuid.bytes ?? [UInt8](repeating: 0, count: 16)) + time
            + install + (link.map { Array($0.description.utf8) } ?? [])
    }

    private static func install(_ keyHash: [UInt8]?, _ key: Subkey) -> [UInt8] {
        guard let keyHash else { return nobodys }
        return BLAKE2b.hash([Label.install] + keyHash, key: key.bytes, byteCount: 16)
            .prefix(installByteCount).map(\.self)
    }

    private static func tag(_ body: [UInt8], _ key: Subkey) -> [UInt8] {
        BLAKE2b.hash([Label.tag] + body, key: key.bytes, byteCount: tagByteCount)
    }

    /// The first byte hashed, so that the uses of the key never meet.
    private enum Label {
        static let tag: UInt8 = 1
        static let id: UInt8 = 2
        static let install: UInt8 = 3
    }
}
