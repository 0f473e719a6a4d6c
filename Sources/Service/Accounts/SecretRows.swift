internal import Postgres
internal import Store

/// The root secret and the signing keys as a transaction finds them; the transaction has locked them.
struct SecretRows {
    let root: StoredSecret
    /// By generation, those that have not retired.
    let keys: [Int32: StoredSecret]
    /// The key IDs of `keys`.
    let keyIDs: [Int32: String]
    /// What `root` and `keys` hold, opened.
    private let secrets: (root: [UInt8], seeds: [Int32: [UInt8]])

    /// Nil where the database has no secrets yet.
    ///
    /// - Parameter key: opens those that are wrapped.
    init?(
        root: [UInt8]?, keys records: [SigningKeyRecord], openedBy key: RootKey?
    ) throws(RootKeyRefusal) {
        guard let root, !records.isEmpty else { return nil }
        self.root = StoredSecret(root, .root)
        var (keys, seeds, keyIDs): ([Int32: StoredSecret], [Int32: [UInt8]], [Int32: String]) =
            ([:], [:], [:])
        for record in records {
            let stored = StoredSecret(record.seed, .signing)
            let seed = try stored.opened(by: key)
            keys[record.generation] = stored
            seeds[record.generation] = seed
            keyIDs[record.generation] = SigningKey(seed: seed)?.keyID
        }
        self.keys = keys
        self.keyIDs = keyIDs
        secrets = (try self.root.opened(by: key), seeds)
    }

    /// Whether all of them are wrapped, or none is.
    func areAll(wrapped: Bool) -> Bool {
        root.isWrapped == wrapped && keys.values.allSatisfy { $0.isWrapped == wrapped }
    }

    /// Stores them wrapped by `key`, or plain for nil. A secret that is stored so already stays.
    func rewrap(by key: RootKey?, through transaction: Transaction) async throws(PostgresError) {
        let wraps = key != nil
        if root.isWrapped != wraps {
            let stored = StoredSecret(secrets.root, .root, wrappedBy: key)
            _ = try await transaction.send(RewrapRootSecret(stored.bytes))
        }
        let seeds = secrets.seeds.filter { keys[$0.key]?.isWrapped != wraps }.map { generation, seed in
            (generation: generation, seed: StoredSecret(seed, .signing, wrappedBy: key).bytes)
        }
        if !seeds.isEmpty { _ = try await transaction.send(RewrapSigningKeys(seeds)) }
    }
}
