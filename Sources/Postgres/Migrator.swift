/// Brings a schema up to date: in order, each migration in its own transaction or beside traffic,
/// one migrator at a time. An empty database begins with the baseline, if there is one.
package struct Migrator: Sendable {
    /// Held while migrating, so that servers started together do not trip over each other. ("shipmate", in
    /// ASCII.)
    private static let lock: Int64 = 0x7368_6970_6d61_7465
    /// How long each attempt waits for a lock on a table in use, and delays its traffic. Occasionally it is
    /// longer than PostgreSQL takes to cancel its own vacuum (`deadlock_timeout`).
    private static let (lockMilliseconds, longLockMilliseconds, longEach) = (100, 1_500, 10)

    private let migrations: [Migration]
    private let baseline: String?

    /// - Parameters:
    ///   - migrations: each number once; any order.
    ///   - baseline: statements that leave what the first migrations would, their rows in
    ///     `schema_migrations` included.
    package init(_ migrations: [Migration], baseline: String? = nil) {
        self.migrations = migrations.sorted { $0.number < $1.number }
        self.baseline = baseline
        let numbers = Set(migrations.map(\.number))
        precondition(numbers.count == migrations.count, "two migrations of one number")
    }

    /// How the schema stands; changes nothing, and needs no right but to read `schema_migrations`.
    package func status(through session: PostgresSession) async throws(PostgresError) -> SchemaStatus {
        let applied = try await applied(through: session)
        return SchemaStatus(
            applied: applied, expanding: try await expanding(through: session),
            carried: try await carried(through: session))
    }

    /// Applies what is due and gives it back, what the baseline holds included; nothing when all is applied.
    ///
    /// - Parameter session: the owner's, with `SessionSettings.unlimited`.
    package func apply(
        through session: PostgresSession
    ) async throws(MigrationError) -> [Migration] {
        do throws(PostgresError) {
            try await takeLock(through: session)
        } catch {
            throw .database(error)
        }
        let result: Result<[Migration], MigrationError>
        do throws(MigrationError) {
            result = .success(try await applyLocked(through: session))
        } catch {
            result = .failure(error)
        }
        _ = try? await session.query("SELECT pg_advisory_unlock(\(Self.lock))")
        return try result.get()
    }

    /// Tries repeatedly. A session that waits inside PostgreSQL holds a snapshot, and a concurrent index
    /// build waits for all of them: two migrators would wait for each other.
    private func takeLock(through session: PostgresSession) async throws(PostgresError) {
        while try await session.query("SELECT pg_try_advisory_lock(\(Self.lock))") != [["t"]] {
            try await session.query("SELECT pg_sleep(0.1)")
        }
    }

    private func applyLocked(through session: PostgresSession) async throws(MigrationError) -> [Migration] {
        let due = try await prepare(through: session)
        let isEmpty = due.count == migrations.count
        for migration in isEmpty ? try await begin(through: session) : due {
            do throws(PostgresError) {
                try await apply(migration, through: session)
            } catch {
                if session.isInTransaction { _ = try? await session.query("ROLLBACK") }
                throw .failed(number: migration.number, name: migration.name, error)
            }
        }
        return due
    }

    /// Applies the baseline to an empty database, all or nothing, and gives back what is newer.
    private func begin(through session: PostgresSession) async throws(MigrationError) -> [Migration] {
        guard let baseline else { return migrations }
        do throws(MigrationError) {
            try await run(["BEGIN"] + SQLScript.statements(of: baseline), through: session)
            let newer = try await prepare(through: session)
            try await run(markings, through: session)
            try await run(["COMMIT"], through: session)
            return newer
        } catch {
            if session.isInTransaction { _ = try? await session.query("ROLLBACK") }
            throw error
        }
    }

    private func run(
        _ baseline: [String], through session: PostgresSession
    ) async throws(MigrationError) {
        do throws(PostgresError) {
            for statement in baseline { try await session.query(statement) }
        } catch {
            throw .baselineFailed(error)
        }
    }

    /// Marks the baseline's migrations that only add, if its own rows don't.
    private var markings: [String] {
        let numbers = migrations.filter(\.isExpanding).map { String($0.number) }
        guard !numbers.isEmpty else { return [] }
        return [
            "UPDATE schema_migrations SET expands = true WHERE number IN (\(numbers.joined(separator: ", ")))"
        ]
    }

    /// The migrations due, once there is a table to record them in.
    private func prepare(through session: PostgresSession) async throws(MigrationError) -> [Migration] {
        let status: SchemaStatus
        let applied: [SchemaStatus.Fingerprint]
        do throws(PostgresError) {
            try await keepBooks(through: session)
            applied = try await self.applied(through: session)
            status = try await self.status(through: session)
        } catch {
            throw .database(error)
        }
        switch status {
        case .current, .expanded: return []
        case .older, .empty: return Array(migrations[applied.count...])
        case .newer, .changed: throw .refused(status)
        }
    }

    private func apply(_ migration: Migration, through session: PostgresSession) async throws(PostgresError) {
        let isOneTransaction = migration.form == .transaction
        if isOneTransaction { try await session.query("BEGIN") }
        for statement in migration.statements {
            if isOneTransaction {
                try await session.query(statement)
            } else {
                try await runBesideTraffic(statement, through: session)
            }
        }
        guard session.isInTransaction == isOneTransaction else {
            throw .misuse("the migration began or ended a transaction")
        }
        if !isOneTransaction { try await session.query("BEGIN") }
        let (name, sql) = (session.literal(migration.name), session.literal(migration.sql))
        try await session.query(
            """
            INSERT INTO schema_migrations (number, name, checksum, expands)
            VALUES (
                \(migration.number), \(name), encode(sha256(convert_to(\(sql), 'UTF8')), 'hex'),
                \(migration.isExpanding));
            COMMIT
            """)
    }

    /// Requests the statement's locks repeatedly, because all traffic waits behind a waiting request, such
    /// as for the end of a dump. Concurrent statements block no traffic, and an aborted one would leave a
    /// half-made index.
    private func runBesideTraffic(
        _ statement: String, through session: PostgresSession
    ) async throws(PostgresError) {
        guard !statement.contains(" CONCURRENTLY ") else { return _ = try await session.query(statement) }
        for attempt in 1... {
            let isLong = attempt.isMultiple(of: Self.longEach)
            let milliseconds = isLong ? Self.longLockMilliseconds : Self.lockMilliseconds
            try await session.query("SET lock_timeout = \(milliseconds)")
            do throws(PostgresError) {
                try await session.query(statement)
                break
            } catch {
                guard error.isLocked, !session.isInTransaction else { throw error }
                try await session.query("SELECT pg_sleep(0.5)")
            }
        }
        try await session.query("SET lock_timeout = 0")
    }
}

extension Migrator {
    /// Readable for all: the service's own role must see which schema it meets.
    private static let bookkeeping = """
        CREATE TABLE IF NOT EXISTS schema_migrations (
            number bigint NOT NULL,
            name text NOT NULL,
            checksum text NOT NULL,
            applied_at timestamptz NOT NULL DEFAULT now(),
            expands boolean NOT NULL DEFAULT false,
            CONSTRAINT schema_migrations_pkey PRIMARY KEY (number)
        );
        GRANT SELECT ON schema_migrations TO PUBLIC
        """

    /// Versions before 0.9 left the table without its last column.
    private func keepBooks(through session: PostgresSession) async throws(PostgresError) {
        try await session.query(Self.bookkeeping)
        guard try await !saysExpanding(through: session) else { return }
        let column = "ALTER TABLE schema_migrations ADD COLUMN expands boolean NOT NULL DEFAULT false"
        if session.isInTransaction { return _ = try await session.query(column) }
        try await runBesideTraffic(column, through: session)
    }

    private func saysExpanding(through session: PostgresSession) async throws(PostgresError) -> Bool {
        try await session.query(
            """
            SELECT 1 FROM pg_attribute
            WHERE attrelid = to_regclass('schema_migrations') AND attname = 'expands' AND NOT attisdropped
            """
        ).count == 1
    }

    /// Those that only add, by number.
    private func expanding(through session: PostgresSession) async throws(PostgresError) -> Set<Int> {
        guard try await saysExpanding(through: session) else { return [] }
        let rows = try await session.query("SELECT number FROM schema_migrations WHERE expands")
        return Set(rows.compactMap { $0.first.flatMap { $0 }.flatMap { Int($0) } })
    }

    private func applied(
        through session: PostgresSession
    ) async throws(PostgresError) -> [SchemaStatus.Fingerprint] {
        let found = try await session.query("SELECT to_regclass('schema_migrations') IS NOT NULL")
        guard found.first?.first == "t" else { return [] }
        return fingerprints(
            try await session.query("SELECT number, checksum FROM schema_migrations ORDER BY number"))
    }

    /// The server computes the sums, so that they are its own `sha256` on both sides.
    private func carried(
        through session: PostgresSession
    ) async throws(PostgresError) -> [SchemaStatus.Fingerprint] {
        guard !migrations.isEmpty else { return [] }
        let rows = migrations.map { "(\($0.number)::bigint, \(session.literal($0.sql)))" }
        return fingerprints(
            try await session.query(
                """
                SELECT number, encode(sha256(convert_to(sql, 'UTF8')), 'hex')
                FROM (VALUES \(rows.joined(separator: ", "))) AS carried (number, sql) ORDER BY number
                """))
    }

    private func fingerprints(_ rows: [[String?]]) -> [SchemaStatus.Fingerprint] {
        rows.compactMap { row in
            guard row.count == 2, let number = row[0].flatMap({ Int($0) }), let checksum = row[1]
            else { return nil }
            return SchemaStatus.Fingerprint(number: number, checksum: checksum)
        }
    }
}
