internal import Batching
internal import Crypto
internal import EventLoops
internal import FoundationEssentials
internal import Limits
internal import Postgres
internal import Referrals
internal import Store
internal import Values

/// From which addresses each account has signed in lately, so that it isn't held up there by what strangers
/// do.
///
/// No address is kept: only a hash of it together with the uid, under a key that is derived from the root
/// secret. So rows of two users can't be joined, and addresses can't be tried out without that secret, which
/// a root key wraps in the database.
package struct AddressBook {
    /// Those that were used least lately go.
    static let addressesPerUserMax: Int64 = 16
    /// Since it was last signed in or refreshed from there.
    package static let lifetimeSeconds: Int64 = 30 * 24 * 3600

    private static let hashByteCount = 16

    private let key: Subkey
    private let emailKey: Subkey

    init(root: RootSecret) {
        key = root.subkey(for: .knownAddresses)
        emailKey = root.subkey(for: .pastEmails)
    }

    func entry(_ uid: UserID, at address: PeerAddress, seenAt now: Timestamp) -> KnownAddress {
        let bytes = uid.uuid.bytes + RateLimitKey.network(of: address)
        let hash = BLAKE2b.hash(bytes, key: key.bytes, byteCount: Self.hashByteCount)
        return KnownAddress(uid: uid, hash: hash, seenAt: now)
    }

    /// Of an e-mail that an account has let go of.
    func hash(of email: EmailAddress, _ uid: UserID) -> [UInt8] {
        BLAKE2b.hash(
            uid.uuid.bytes + Array(email.description.utf8), key: emailKey.bytes, byteCount: Self.hashByteCount
        )
    }

    func isKnown(_ entry: KnownAddress, through context: AccountsContext) async throws(SessionError) -> Bool {
        let found = try await context.call(SessionError.self) { () throws(PostgresError) in
            try await context.pool.run(FindKnownAddress(entry))
        }
        return found.contains { $0 > entry.seenAt.adding(seconds: -Self.lifetimeSeconds) }
    }
}
