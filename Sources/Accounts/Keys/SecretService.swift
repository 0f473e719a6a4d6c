package import Batching
package import Crypto
package import Ledger
package import Postgres
internal import Store
package import Values

/// The root secret and the signing keys, as the owner of the database: rotates, wraps and unwraps them.
package struct SecretService {
    /// Why nothing was changed.
    package enum Refusal: Error, Equatable, CustomStringConvertible {
        /// No server has started on this database yet.
        case noSecrets
        case rootKey(RootKeyRefusal)

        package var description: String {
            switch self {
            case .noSecrets: "there are no secrets yet; the first start of `serve` makes them"
            case .rootKey(let refusal): refusal.description
            }
        }
    }

    /// The result of a rotation.
    package struct Rotation: Sendable {
        package let keyID: String
        /// Of the key that signed until now, and of any before it that nothing had retired.
        package let formerKeyIDs: [String]
        /// When the former leave the key set.
        package let retiresAt: Timestamp
    }

    private let pool: PostgresPool
    private let rootKey: RootKey?
    private let ledgerKey: LedgerKey?

    /// - Parameters:
    ///   - pool: of connections as the owner.
    ///   - rootKey: opens what is wrapped.
    ///   - ledgerKey: proves entries of the audit.
    package init(pool: PostgresPool, rootKey: RootKey? = nil, ledgerKey: LedgerKey? = nil) {
        self.pool = pool
        self.rootKey = rootKey
        self.ledgerKey = ledgerKey
    }

    /// Makes another signing key, which every process signs with within a second. The one before is accepted
    /// until its last token has expired.
    package func rotateSigningKey(actor: String) async throws(DatabaseError) -> Result<Rotation, Refusal> {
        try await change { rows, transaction throws(PostgresError) in
            let key = rows.isRootWrapped ? rootKey : nil
            return try await rotate(rows, wrappedBy: key, as: "keys.rotate-signing", actor, transaction)
        }
    }

    /// Has `key` wrap the secrets, and rotates the signing key, since backups hold the former one plain.
    ///
    /// - Returns: nil where all are wrapped already.
    package func wrap(
        with key: RootKey, actor: String
    ) async throws(DatabaseError) -> Result<Rotation?, Refusal> {
        try await change(openedBy: key) { rows, transaction throws(PostgresError) in
            if rows.areAll(wrapped: true) { return nil }
            try await rows.rewrap(by: key, through: transaction)
            return try await rotate(rows, wrappedBy: key, as: "keys.wrap", actor, transaction)
        }
    }

    /// Rewrites the tables' files, which have the plain secrets until then.
    package func rewriteTables() async throws(DatabaseError) {
        try await DatabaseError.telling { () throws(PostgresError) in
            _ = try await pool.run(RewriteSecretTables())
        }
    }

    /// Stores the secrets plain, as versions before 0.9 read them; false where they are.
    package func unwrap(actor: String) async throws(DatabaseError) -> Result<Bool, Refusal> {
        let reading = try await DatabaseError.telling { () throws(PostgresError) in
            try await pool.readClock()
        }
        let now = Timestamp(microsecondsSince1970: reading.time.microsecondsSince1970)
        return try await change { rows, transaction throws(PostgresError) in
            if rows.areAll(wrapped: false) { return false }
            try await rows.rewrap(by: nil, through: transaction)
            let detail = "root secret and \(rows.keyCount) signing keys"
            let audit = AuditEntry(ofCommand: "keys.unwrap", by: actor, detail, at: now)
            try await transaction.commit(InsertAuditEntries([audit], by: ledgerKey))
            return true
        }
    }

    /// Runs `body` in a transaction that keeps other changes of the secrets out.
    private func change<Value>(
        openedBy key: RootKey? = nil,
        _ body: (SecretRows, Transaction) async throws(PostgresError) -> Value
    ) async throws(DatabaseError) -> Result<Value, Refusal> {
        try await DatabaseError.telling { () throws(PostgresError) in
            try await pool.transaction { transaction throws(PostgresError) in
                let (_, roots, records) = try await transaction.send(
                    LockSigningKeys(), FindRootSecret(), ListSigningKeys())
                let rows: SecretRows?
                do throws(RootKeyRefusal) {
                    rows = try SecretRows(root: roots.first, keys: records, openedBy: key ?? rootKey)
                } catch {
                    return .failure(.rootKey(error))
                }
                guard let rows else { return .failure(.noSecrets) }
                return .success(try await body(rows, transaction))
            }
        }
    }

    /// - Parameter key: wraps the new one; nil where it stays plain.
    private func rotate(
        _ rows: SecretRows, wrappedBy key: RootKey?, as action: String, _ actor: String,
        _ transaction: Transaction
    ) async throws(PostgresError) -> Rotation {
        let retired = try await transaction.send(
            RetireSigningKeys(afterSeconds: TokenKeys.retirementSeconds))
        guard let retiresAt = retired.first?.retiresAt else {
            throw .decoding("signing_keys holds no key that signs")
        }
        let new = SigningKey()
        let former = retired.compactMap { rows.keyID(of: $0.generation) }
        let audit = AuditEntry(
            ofCommand: action, by: actor, "signing key \(new.keyID) after \(former.joined(separator: ", "))",
            at: retiresAt.adding(seconds: -TokenKeys.retirementSeconds))
        try await transaction.commit(
            InsertSigningKey(seed: StoredSecret(new.seed, .signing, wrappedBy: key).bytes),
            DeleteRetiredSigningKeys(), InsertAuditEntries([audit], by: ledgerKey))
        return Rotation(keyID: new.keyID, formerKeyIDs: former, retiresAt: retiresAt)
    }
}
