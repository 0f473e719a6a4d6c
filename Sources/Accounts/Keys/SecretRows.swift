internal import Crypto
internal import Postgres
internal import Store

/// The root secret and the signing keys as a transaction finds them; the transaction has locked them.
struct SecretRows {
    private struct Opened {
        let stored: StoredSecret
        let secret: [UInt8]

        init(_ bytes: [UInt8], _ kind: StoredSecret.Kind, by key: RootKey?) throws(RootKeyRefusal) {
            stored = StoredSecret(bytes, kind)
            secret = try stored.opened(by: key)
        }

        /// The same secret, wrapped by `key` or plain for nil; nil where it is stored so already.
        func rewrapped(by key: RootKey?) -> [UInt8]? {
            guard stored.isWrapped != (key != nil) else { return nil }
            return StoredSecret(secret, stored.kind, wrappedBy: key).bytes
        }
    }

    private let root: Opened
    /// By generation, those that have not retired.
    private let keys: [Int32: Opened]

    var isRootWrapped: Bool { root.stored.isWrapped }
    var keyCount: Int { keys.count }

    /// Nil where the database has no secrets yet.
    ///
    /// - Parameter key: opens those that are wrapped.
    init?(
        root: [UInt8]?, keys records: [SigningKeyRecord], openedBy key: RootKey?
    ) throws(RootKeyRefusal) {
        guard let root, !records.isEmpty else { return nil }
        self.root = try Opened(root, .root, by: key)
        var keys: [Int32: Opened] = [:]
        for record in records { keys[record.generation] = try Opened(record.seed, .signing, by: key) }
        self.keys = keys
    }

    func keyID(of generation: Int32) -> String? {
        keys[generation].flatMap { SigningKey(seed: $0.secret)?.keyID }
    }

    /// Whether all of them are wrapped, or none is.
    func areAll(wrapped: Bool) -> Bool {
        isRootWrapped == wrapped && keys.values.allSatisfy { $0.stored.isWrapped == wrapped }
    }

    /// Stores them wrapped by `key`, or plain for nil. A secret that is stored so already stays.
    func rewrap(by key: RootKey?, through transaction: Transaction) async throws(PostgresError) {
        if let bytes = root.rewrapped(by: key) { _ = try await transaction.send(RewrapRootSecret(bytes)) }
        let seeds = keys.compactMap { generation, opened in
            opened.rewrapped(by: key).map { (generation: generation, seed: $0) }
        }
        if !seeds.isEmpty { _ = try await transaction.send(RewrapSigningKeys(seeds)) }
    }
}
