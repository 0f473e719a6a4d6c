internal import Postgres
internal import Store

/// What the installation alone knows, kept in its database, so that every process has the same.
package struct Secrets: Sendable {
    package let root: RootSecret
    package let tokenKeys: TokenKeys
    /// What time it is there.
    let clock: ClockReading

    /// Of no database: the time is this machine's.
    package init(root: RootSecret, tokenKeys: TokenKeys) {
        self.init(root: root, tokenKeys: tokenKeys, clock: WallClock.reading)
    }

    private init(root: RootSecret, tokenKeys: TokenKeys, clock: ClockReading) {
        self.root = root
        self.tokenKeys = tokenKeys
        self.clock = clock
    }

    /// Reads them; makes what a new database lacks, once, whichever process comes first.
    static func load(through pool: PostgresPool) async throws(PostgresError) -> Secrets {
        if let found = try await find(through: pool) { return found }
        try await pool.run(InsertRootSecret(RootSecret().bytes), InsertSigningKey(seed: SigningKey().seed))
        guard let made = try await find(through: pool) else {
            throw .decoding("root_secret or signing_keys holds nothing usable")
        }
        return made
    }

    private static func find(through pool: PostgresPool) async throws(PostgresError) -> Secrets? {
        let (roots, records) = try await pool.run(FindRootSecret(), ListSigningKeys())
        guard let root = roots.first.flatMap(RootSecret.init(bytes:)), let keys = TokenKeys(records)
        else { return nil }
        return Secrets(root: root, tokenKeys: keys, clock: try await pool.readClock())
    }
}
