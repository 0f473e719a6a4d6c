package import Accounts
internal import Batching
package import Crypto
package import EventLoops
package import Ledger
package import Postgres
package import Referrals
internal import Store
package import Values

/// Checks before the service serves: a usable and durable database, this program's schema, and the
/// installation's secrets.
package struct Startup: Sendable {
    /// How long a notification may take to be heard.
    private static let hearingMilliseconds = 3_000

    package let database: PostgresConfiguration
    /// Where notifications are heard, when that is elsewhere.
    package let listening: PostgresConfiguration?
    package let migrator: Migrator
    /// Serve even when a crash of the database may lose what was acknowledged.
    package let allowsUnsafeDatabase: Bool
    package let ledgerKeys: LedgerKeys?
    package let rootKey: RootKey?
    /// Of the days that people count; checked against what PostgreSQL knows.
    package let timeZone: String

    package init(
        database: PostgresConfiguration, listening: PostgresConfiguration? = nil, migrator: Migrator,
        allowsUnsafeDatabase: Bool, ledgerKeys: LedgerKeys? = nil, rootKey: RootKey? = nil,
        timeZone: String = ProgrammeZone.utc.name
    ) {
        self.database = database
        self.listening = listening
        self.migrator = migrator
        self.allowsUnsafeDatabase = allowsUnsafeDatabase
        self.ledgerKeys = ledgerKeys
        self.rootKey = rootKey
        self.timeZone = timeZone
    }

    /// The context for serving.
    package struct Ready: Sendable {
        package let secrets: Secrets
        package let zone: ProgrammeZone
        /// As it was given, and fit for what stands in between, and for the engine.
        package let database: PostgresConfiguration
        /// For the operator.
        package let remarks: [String]
        /// Whether the ledger's newest statement requires MACs of rows.
        package let areCausesProved: Bool
        /// Those that exist, with the hosts that they need.
        package let webhooks: [Webhook]
    }

    /// The results for `check`.
    package struct Found: Sendable {
        /// As it was given, and fit for what stands in between, and for the engine.
        package let database: PostgresConfiguration
        /// For the operator.
        package let remarks: [String]
        /// Whether a root key wraps the secrets; nil without secrets.
        package let areSecretsWrapped: Bool?
        /// Those that exist, with the hosts that they need.
        package let webhooks: [Webhook]
    }

    /// Checks everything, and makes what a new database lacks: the ledger's first key and the secrets.
    package func run(on loop: isolated EventLoop) async throws(Refusal) -> Ready {
        let (database, secrets, loaded) = try await load(takesLedgerKey: true, on: loop) {
            pool throws(PostgresError) in
            try await Secrets.load(through: pool, with: rootKey)
        }
        return Ready(
            secrets: secrets, zone: loaded.zone, database: database,
            remarks: remarks(database, loaded.durability, loaded.schema),
            areCausesProved: loaded.areCausesProved, webhooks: loaded.webhooks)
    }

    /// Checks everything, and changes nothing.
    package func check(on loop: isolated EventLoop) async throws(Refusal) -> Found {
        let (database, areWrapped, loaded) = try await load(takesLedgerKey: false, on: loop) {
            pool throws(PostgresError) in
            let found = try await Secrets.find(through: pool, with: rootKey)
            return found?.map { $0.isWrapped } ?? .success(nil)
        }
        return Found(
            database: database, remarks: remarks(database, loaded.durability, loaded.schema),
            areSecretsWrapped: areWrapped, webhooks: loaded.webhooks)
    }

    /// Refuses a database that takes no connection.
    package static func reach(
        _ database: PostgresConfiguration, on loop: isolated EventLoop
    ) async throws(Refusal) {
        do throws(PostgresError) {
            try await PostgresSession.connect(database, on: loop).close()
        } catch {
            throw .database(DatabaseError(error))
        }
    }

    /// Refuses a database whose schema is another than this program's, or a pooler that can't be worked with.
    ///
    /// - Returns: how to connect to it.
    @discardableResult
    package func checkSchema(on loop: isolated EventLoop) async throws(Refusal) -> PostgresConfiguration {
        try await servable(on: loop).database
    }

    private func servable(
        on loop: isolated EventLoop
    ) async throws(Refusal) -> (database: PostgresConfiguration, schema: SchemaStatus) {
        let database = try await fitted(on: loop)
        let status = try await asking { () throws(PostgresError) in
            let session = try await PostgresSession.connect(database, on: loop)
            defer { session.close() }
            return try await migrator.status(through: session)
        }
        guard status.isServable else { throw .schema(status) }
        return (database, status)
    }

    /// How to connect to it, as a pooler in between and its engine want it.
    package func fitted(on loop: isolated EventLoop) async throws(Refusal) -> PostgresConfiguration {
        let pooling = try await asking { () throws(PostgresError) in
            try await Pooling.found(by: database, on: loop)
        }
        guard pooling != .transactionWithoutStatements else { throw .pooler(.losesStatements) }
        var fitted = database
        fitted.isPooledByTransaction = pooling == .transaction
        let reaching = fitted
        let engine = try await asking { () throws(PostgresError) in
            try await DatabaseEngine.found(by: reaching, on: loop)
        }
        return fitted.fitting(engine)
    }

    private func checkHearing(
        of database: PostgresConfiguration, on loop: isolated EventLoop
    ) async throws(Refusal) {
        guard let listening else {
            if database.isPooledByTransaction { throw .pooler(.hearsNothing) }
            return
        }
        do throws(PostgresError) {
            try await PostgresSession.connect(listening, on: loop).close()
        } catch {
            throw .listening(DatabaseError(error))
        }
        let isHeard = try await asking { () throws(PostgresError) in
            try await Hearing.isGood(
                from: database, to: listening, within: Self.hearingMilliseconds, on: loop)
        }
        guard isHeard else { throw .pooler(.isNotHeard) }
    }

    private func remarks(
        _ database: PostgresConfiguration, _ durability: Durability, _ schema: SchemaStatus
    ) -> [String] {
        var remarks = schema == .current ? [] : ["the schema is newer than this program: \(schema.advice)"]
        if database.isPooledByTransaction {
            remarks.append("DATABASE_URL is a transaction pooler: each transaction sets its own settings")
        }
        if durability.isNeon {
            remarks.append(
                "the database is Neon's: commits are on its safekeepers, so fsync off is safe")
        }
        return remarks
    }

    private func asking<Value>(
        _ body: () async throws(PostgresError) -> Value
    ) async throws(Refusal) -> Value {
        do throws(PostgresError) {
            return try await body()
        } catch {
            throw .database(DatabaseError(error))
        }
    }
}

extension Startup {
    private struct Loaded<Found: Sendable>: Sendable {
        let secrets: Result<Found, RootKeyRefusal>
        let durability: Durability
        let ledgerKey: LedgerKeyRefusal?
        let areCausesProved: Bool
        /// UTC where PostgreSQL does not know the one that is set.
        let zone: ProgrammeZone
        let webhooks: [Webhook]
        var schema = SchemaStatus.current
    }

    /// - Parameter secrets: reads them.
    private func load<Found: Sendable>(
        takesLedgerKey: Bool, on loop: isolated EventLoop,
        secrets: (PostgresPool) async throws(PostgresError) -> Result<Found, RootKeyRefusal>
    ) async throws(Refusal) -> (PostgresConfiguration, Found, Loaded<Found>) {
        let (database, schema) = try await servable(on: loop)
        try await checkHearing(of: database, on: loop)
        var loaded = try await load(from: database, takesLedgerKey: takesLedgerKey, on: loop, secrets)
        loaded.schema = schema
        let unsafe = loaded.durability.settingsOff
        guard unsafe.isEmpty || allowsUnsafeDatabase else { throw .unsafe(settings: unsafe) }
        if let refusal = loaded.ledgerKey { throw .ledgerKey(refusal) }
        guard loaded.zone.name == timeZone else { throw .timeZone(timeZone) }
        do throws(RootKeyRefusal) {
            return (database, try loaded.secrets.get(), loaded)
        } catch {
            throw .rootKey(error)
        }
    }

    /// One connection is enough here, and it is gone before the loops open theirs.
    private func load<Found: Sendable>(
        from database: PostgresConfiguration, takesLedgerKey: Bool, on loop: isolated EventLoop,
        _ secrets: (PostgresPool) async throws(PostgresError) -> Result<Found, RootKeyRefusal>
    ) async throws(Refusal) -> Loaded<Found> {
        var configuration = database
        configuration.connectionsPerLoop = 1
        return try await asking { [configuration] () throws(PostgresError) in
            let pool = try PostgresPool(configuration: configuration, on: loop)
            let result: Result<Loaded<Found>, PostgresError>
            do throws(PostgresError) {
                let durability = try await DurabilityCheck.durability(in: pool)
                let ledgerKey = try await LedgerKeyCheck(keys: ledgerKeys, takesNew: takesLedgerKey)
                    .run(through: pool)
                let newest = try await pool.run(ListLedgerStatements(limit: 1)).first
                result = .success(
                    Loaded(
                        secrets: try await secrets(pool), durability: durability, ledgerKey: ledgerKey,
                        areCausesProved: ledgerKeys?.areCausesProved(by: newest) ?? false,
                        zone: try await Self.zone(named: timeZone, through: pool) ?? .utc,
                        webhooks: try await pool.run(ListWebhooks())))
            } catch {
                result = .failure(error)
            }
            await pool.close(on: loop)
            return try result.get()
        }
    }

    /// A time zone as PostgreSQL knows it; nil for one that it does not know.
    package static func zone(
        named name: String, through pool: PostgresPool
    ) async throws(PostgresError) -> ProgrammeZone? {
        if name == ProgrammeZone.utc.name { return .utc }
        guard try await pool.run(HasTimeZone(name)).first == true else { return nil }
        return ProgrammeZone(name: name, changes: try await pool.run(ListZoneChanges(of: name)))
    }
}
