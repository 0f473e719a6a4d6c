package import Postgres
internal import Store

/// What tokens are signed with and checked against; kept in the database, so that every process has the same.
package struct TokenKeys: Sendable {
    /// The newest generation.
    package let signing: SigningKey
    package let verifier: AccessTokenVerifier
    /// The JSON of `/.well-known/jwks.json`.
    package let jwks: String

    package init(_ keys: [SigningKey]) {
        signing = keys[0]
        verifier = AccessTokenVerifier(keys: keys.map(\.publicKey))
        jwks = JWKS.json(of: keys.map(\.publicKey))
    }

    /// Reads the keys; makes the first one on a new database, once, whichever process comes first.
    package static func load(through pool: PostgresPool) async throws(PostgresError) -> TokenKeys {
        let first = SigningKeyRecord(generation: 1, seed: SigningKey().seed)
        var found = try await pool.run(ListSigningKeys())
        if found.isEmpty {
            _ = try await pool.run(InsertSigningKey(first, at: WallClock.now))
            found = try await pool.run(ListSigningKeys())
        }
        let keys = found.compactMap { SigningKey(seed: $0.seed) }
        guard !keys.isEmpty else { throw .decoding("signing_keys holds no usable key") }
        return TokenKeys(keys)
    }
}
