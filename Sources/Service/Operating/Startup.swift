package import EventLoops
package import Postgres
internal import Store

/// What must hold before the service serves: a database that keeps what it commits, the schema this program
/// was made for, and the installation's secrets.
package struct Startup {
    package let database: PostgresConfiguration
    package let migrator: Migrator
    /// Serve even when a crash of the database may lose what was acknowledged.
    package let allowsUnsafeDatabase: Bool
    package let ledgerKeys: LedgerKeys?
    /// Whether the service follows, which seals with the keys.
    private let serves: Bool

    package init(
        database: PostgresConfiguration, migrator: Migrator, allowsUnsafeDatabase: Bool,
        ledgerKeys: LedgerKeys? = nil, serves: Bool = true
    ) {
        self.database = database
        self.migrator = migrator
        self.allowsUnsafeDatabase = allowsUnsafeDatabase
        self.ledgerKeys = ledgerKeys
        self.serves = serves
    }

    /// Why the service does not serve; each says what to do.
    package enum Refusal: Error, Equatable, CustomStringConvertible {
        case database(DatabaseError)
        case schema(SchemaStatus)
        case unsafe(settings: [String])
        case ledgerKey(LedgerKeyRefusal)

        package var description: String {
            switch self {
            case .database(let error):
                "the database can't be used: \(error). Is DATABASE_URL right, its role a member of shipmate_service, "
                    + "and the database migrated by its owner (`shipmate migrate`)?"
            case .schema(let status): "the schema does not fit this program: \(status.advice)"
            case .unsafe(let settings):
                "PostgreSQL has \(settings.joined(separator: ", ")) off: a crash could lose what was acknowledged. "
                    + "Turn it on, or set SHIPMATE_ALLOW_UNSAFE_DATABASE=on"
            case .ledgerKey(let refusal): refusal.description
            }
        }
    }

    package func run(on loop: isolated EventLoop) async throws(Refusal) -> Secrets {
        try await checkSchema(on: loop)
        let loaded = try await loadSecrets(on: loop)
        guard loaded.unsafe.isEmpty || allowsUnsafeDatabase else { throw .unsafe(settings: loaded.unsafe) }
        if let refusal = loaded.ledgerKey { throw .ledgerKey(refusal) }
        return loaded.secrets
    }

    private func schemaStatus(on loop: isolated EventLoop) async throws(PostgresError) -> SchemaStatus {
        let session = try await PostgresSession.connect(database, on: loop)
        defer { session.close() }
        return try await migrator.status(through: session)
    }

    /// Refuses a database whose schema is another than this program's.
    package func checkSchema(on loop: isolated EventLoop) async throws(Refusal) {
        let status: SchemaStatus
        do throws(PostgresError) {
            status = try await schemaStatus(on: loop)
        } catch {
            throw .database(DatabaseError(error))
        }
        guard status == .current else { throw .schema(status) }
    }

    private struct Loaded {
        let secrets: Secrets
        let unsafe: [String]
        let ledgerKey: LedgerKeyRefusal?
    }

    /// One connection is enough here, and it is gone before the loops open theirs.
    private func loadSecrets(
        on loop: isolated EventLoop
    ) async throws(Refusal) -> Loaded {
        var configuration = database
        configuration.connectionsPerLoop = 1
        do throws(PostgresError) {
            let pool = try PostgresPool(configuration: configuration, on: loop)
            let loaded = await load(through: pool)
            await pool.close(on: loop)
            return try loaded.get()
        } catch {
            throw .database(DatabaseError(error))
        }
    }

    private func load(
        through pool: PostgresPool
    ) async -> Result<Loaded, PostgresError> {
        do throws(PostgresError) {
            let unsafe = try await DurabilityCheck.settingsOff(in: pool)
            let ledgerKey = try await LedgerKeyCheck(keys: ledgerKeys, takesNew: serves).run(through: pool)
            return .success(
                Loaded(
                    secrets: try await Secrets.load(through: pool), unsafe: unsafe, ledgerKey: ledgerKey))
        } catch {
            return .failure(error)
        }
    }
}

extension SchemaStatus {
    package var advice: String {
        switch self {
        case .current: "it is current"
        case .empty: "the database is empty. Run `shipmate migrate`, or `shipmate serve --migrate`"
        case .older(let have, let need):
            "it is at \(have), and \(need) is needed. Run `shipmate migrate`, or `shipmate serve --migrate`"
        case .newer(let have, let need):
            "it is at \(have), and this program knows \(need). Run the newer program"
        case .changed(let number):
            "migration \(number) is not the one that was applied. Run the program that the database belongs to"
        }
    }
}
