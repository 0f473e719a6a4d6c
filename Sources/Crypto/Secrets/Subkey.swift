internal import CSodium

/// A key for one purpose, derived from the root secret: one secret to keep, and a leak of one use says
/// nothing of the others.
package struct Subkey: Sendable, Equatable, CustomStringConvertible {
    /// The number is what makes the keys differ, so it never changes once used.
    package enum Purpose: UInt64, Sendable, CaseIterable {
        case refreshTokens = 1
        case idempotencyKeys = 2
        case fingerprints = 3
        case inviteCodes = 4
        case claimKeys = 5
        case longLinkCards = 6
        case knownAddresses = 7
        case rateLimits = 8
        case claimReceipts = 9
        case signUpFingerprints = 10
        case pastEmails = 11
        case proofs = 12
        case mailTokens = 13
        case apiKeys = 14
        case webhooks = 15
        case streamTickets = 16
        case secondFactors = 17
        case consoleTokens = 18
        case installKeys = 19
    }

    private static let context = "shipmate"

    package let bytes: [UInt8]

    package var description: String { "Subkey(secret)" }

    /// libsodium's crypto_kdf: keyed BLAKE2b with the purpose as its salt and `context` as its
    /// personalisation.
    package init(of root: [UInt8], for purpose: Purpose) {
        precondition(root.count == Int(crypto_kdf_KEYBYTES))
        bytes = [UInt8](unsafeUninitializedCapacity: 32) { buffer, initialized in
            crypto_kdf_derive_from_key(buffer.baseAddress!, 32, purpose.rawValue, Self.context, root)
            initialized = 32
        }
    }

    package static func == (left: Subkey, right: Subkey) -> Bool {
        Sodium.areEqual(left.bytes, right.bytes)
    }
}
