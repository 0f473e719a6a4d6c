internal import Batching
package import Crypto
package import Postgres
internal import Store

/// The installation's secrets, stored in its database, so that all processes have the same.
package struct Secrets: Sendable {
    package let root: RootSecret
    package let tokenKeys: TokenKeys
    /// Whether a root key wraps the root secret in the database.
    package let isWrapped: Bool
    /// Opens wrapped signing keys that are made later.
    package let rootKey: RootKey?
    /// Its time there.
    package let clock: ClockReading

    /// Of no database: the time is this machine's.
    package init(root: RootSecret, tokenKeys: TokenKeys) {
        self.init(
            root: root, tokenKeys: tokenKeys, isWrapped: false, rootKey: nil, clock: WallClock.reading)
    }

    private init(
        root: RootSecret, tokenKeys: TokenKeys, isWrapped: Bool, rootKey: RootKey?, clock: ClockReading
    ) {
        self.root = root
        self.tokenKeys = tokenKeys
        self.isWrapped = isWrapped
        self.rootKey = rootKey
        self.clock = clock
    }

    /// Reads them. Makes what a new database lacks, once, whichever process comes first; `key` wraps what is
    /// made.
    package static func load(
        through pool: PostgresPool, with key: RootKey? = nil
    ) async throws(PostgresError) -> Result<Secrets, RootKeyRefusal> {
        if let found = try await find(through: pool, with: key) { return found }
        try await pool.run(
            InsertRootSecret(StoredSecret(RootSecret().bytes, .root, wrappedBy: key).bytes),
            InsertSigningKey(seed: StoredSecret(SigningKey().seed, .signing, wrappedBy: key).bytes))
        guard let made = try await find(through: pool, with: key) else {
            throw .decoding("root_secret or signing_keys holds nothing usable")
        }
        return made
    }

    /// Nil where the database lacks one of them.
    package static func find(
        through pool: PostgresPool, with key: RootKey?
    ) async throws(PostgresError) -> Result<Secrets, RootKeyRefusal>? {
        let (roots, records) = try await pool.run(FindRootSecret(), ListSigningKeys())
        guard let stored = roots.first.map({ StoredSecret($0, .root) }) else { return nil }
        let clock = try await pool.readClock()
        do throws(RootKeyRefusal) {
            let bytes = try stored.opened(by: key)
            guard let root = RootSecret(bytes: bytes), let keys = try TokenKeys(records, openedBy: key)
            else { return nil }
            return .success(
                Secrets(
                    root: root, tokenKeys: keys, isWrapped: stored.isWrapped, rootKey: key, clock: clock))
        } catch {
            return .failure(error)
        }
    }
}
