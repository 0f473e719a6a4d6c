internal import API
internal import Accounts
internal import Batching
internal import Crypto
internal import EmbeddedPostgres
internal import EventLoops
internal import Invitations
internal import Ledger
internal import Limits
internal import Links
internal import Migrations
internal import Postgres
internal import Referrals
internal import Rewards
internal import Service
internal import Values

/// `shipmate demo --fill`: three months of a programme in the embedded database, for the console.
///
/// The product's own services write all of it, day by day, on a clock that is set back for them alone.
struct FillDemo {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    static let notEmbedded = Failure(
        description: "--fill fills an embedded database only. Unset DATABASE_URL and PGHOST, or run it where "
            + "`make run` serves")

    private static let playersBefore: Int64 = 10
    private static let connections = 4
    private static let progressMilliseconds = 3_000

    let configuration: Configuration
    let options: DemoFilling

    func run(_ urls: DatabaseURLs, on loop: isolated EventLoop) async throws {
        let began = MonotonicInstant.now
        let session = try await PostgresSession.connect(try configuration.ownerPostgres(urls), on: loop)
        defer { session.close() }
        try await expectEmpty(session)
        try await makeRoomForClicks(session)
        let clock = try await DemoClock(session)
        do {
            try await fill(urls, clock, session, on: loop)
        } catch {
            try? await clock.remove()
            throw error
        }
        try await clock.remove()
        try await summarize(session, seconds: MonotonicInstant.now.milliseconds(since: began) / 1_000)
    }

    private func fill(
        _ urls: DatabaseURLs, _ clock: DemoClock, _ session: PostgresSession, on loop: isolated EventLoop
    ) async throws {
        let keys = try configuration.ledgerKeys(makesMissing: true)
        let ready = try await Startup(
            database: try configuration.servicePostgres(urls), migrator: Migrator(Migrations.all),
            allowsUnsafeDatabase: true, ledgerKeys: keys,
            rootKey: try configuration.rootKey(makesMissing: true), timeZone: configuration.timeZone
        ).run(on: loop)
        let services = try services(DemoClock.shifted(ready.database), ready, keys, on: loop)
        let stage = DemoStage(services, clock, on: loop)
        do {
            while !services.isReady { try await loop.sleep(milliseconds: 5) }
            let pool = try await play(on: stage, ready.database, loop)
            try await DemoCounts(session: session, pool: pool, clock: services.clock).count(on: loop)
            await pool.close(on: loop)
        } catch {
            await services.close(on: loop)
            throw error
        }
        await services.close(on: loop)
    }

    /// - Returns: a pool on the real time.
    private func play(
        on stage: DemoStage, _ database: PostgresConfiguration, _ loop: isolated EventLoop
    ) async throws -> PostgresPool {
        let plan = DemoPlan(players: options.players, seed: options.seed)
        guard let hash = PasswordHasher().hash(DemoPlay.password) else {
            throw Failure(description: "no memory to hash a password")
        }
        let play = DemoPlay(plan, on: stage, passwordHash: hash)
        let programme = DemoProgramme(stage: stage)
        try await stage.move(to: nil)
        let start = stage.services.clock.now.adding(seconds: -Int64(DemoPlan.days) * 86_400)
        var reported = MonotonicInstant.now
        for step in 0..<DemoPlan.steps {
            let time = start.adding(seconds: Int64(step) * 86_400 / Int64(DemoPlan.stepsPerDay))
            try await stage.move(to: time)
            try await programme.act(before: step, in: play)
            try await play.play(step, at: time.adding(seconds: Int64(play.random.number(60...5_400))))
            if MonotonicInstant.now.milliseconds(since: reported) >= Self.progressMilliseconds {
                reported = .now
                let day = step / DemoPlan.stepsPerDay + 1
                Console.report("day \(day) of \(DemoPlan.days): \(play.userCount) players")
            }
        }
        try await stage.move(to: nil)
        var configuration = DemoClock.relaxed(database)
        configuration.connectionsPerLoop = 1
        let pool = try PostgresPool(configuration: configuration, on: loop)
        Console.report("creating webhooks, then counting days and leaders")
        try await DemoWebhooks(stage: stage, pool: pool).fill { try await play.playToday() }
        return pool
    }

    private func services(
        _ database: PostgresConfiguration, _ ready: Startup.Ready, _ keys: LedgerKeys?,
        on loop: isolated EventLoop
    ) throws -> Services {
        var postgres = database
        postgres.connectionsPerLoop = Self.connections
        var clicks = ClickStorage.Limits()
        clicks.bytesPerSecond = 1 << 30
        return try Services(
            ServiceConfiguration(
                database: postgres, limits: .off, profile: try profile(), clicks: ClickStorage(clicks),
                ledger: keys.map { LedgerConfiguration(keys: $0) }, log: Self.log),
            shared: SharedServices(
                secrets: ready.secrets, zone: ready.zone, passwordWorkers: 1,
                causes: CauseGuard(keys: keys, isEnforced: ready.areCausesProved, log: Self.log)),
            metrics: ServiceMetrics(), on: loop)
    }

    private static let portDefault: UInt16 = 8_080

    /// The example of `make run` where the configuration names no file. Links are stored without its port.
    private func profile() throws -> AppProfile? {
        if !configuration.hasExampleProfile, let profile = try configuration.appProfile() { return profile }
        let port = configuration.http.port == 0 ? Self.portDefault : configuration.http.port
        return try configuration.appProfile(Array(ExampleProfile(port: port).text.utf8))
    }

    private static let log: @Sendable (LogLine) -> Void = { line in
        if line.level == .error || line.level == .warning { Console.report("\(line.message) \(line.fields)") }
    }
}

// MARK: The database

extension FillDemo {
    private func expectEmpty(_ session: PostgresSession) async throws {
        let players = try await Self.count("users", session)
        guard players <= Self.playersBefore else {
            throw Failure(
                description:
                    "the database has \(players) players, and --fill needs a new one. Stop the server, "
                    + "start it with SHIPMATE_DATA_DIR=/path/to/a/new/folder, and run this with the same")
        }
    }

    /// Servers make clicks' partitions for days to come only. A new database's first one takes all earlier
    /// days, and is dropped a month later. This one ends where theirs begin.
    private func makeRoomForClicks(_ session: PostgresSession) async throws {
        try await session.query(
            """
            DO $$
            DECLARE
                first date := (SELECT min(to_timestamp(('x' || replace(substring(
                        pg_get_expr(c.relpartbound, c.oid) FROM 'FROM \\(''([0-9a-f-]{13})'), '-', ''))::bit(48)::bigint
                        / 1000.0) AT TIME ZONE 'UTC')::date
                    FROM pg_inherits AS i JOIN pg_class AS c ON c.oid = i.inhrelid
                    WHERE i.inhparent = 'clicks'::regclass);
                start date := (now() AT TIME ZONE 'UTC')::date - \(DemoPlan.days + 2);
            BEGIN
                first := coalesce(first, (now() AT TIME ZONE 'UTC')::date + 1);
                IF start < first AND NOT EXISTS (
                    SELECT FROM pg_inherits AS i JOIN pg_class AS c ON c.oid = i.inhrelid
                    WHERE i.inhparent = 'clicks'::regclass
                        AND pg_get_expr(c.relpartbound, c.oid) LIKE '%FROM (MINVALUE)%') THEN
                    PERFORM add_click_partition(start, first);
                END IF;
            END
            $$
            """)
    }

    private func summarize(_ session: PostgresSession, seconds: Int) async throws {
        var rows: [[String]] = []
        for (title, table) in [
            ("players", "users"), ("accounts", "credentials"), ("links", "links"), ("opens", "clicks"),
            ("events", "events"), ("rewards", "rewards"),
            ("rewards held", "rewards WHERE status = 'held'"), ("ledger entries", "ledger_entries"),
        ] {
            rows.append([title, "\(try await Self.count(table, session))"])
        }
        Console.print(TextTable(["", "COUNT"], rows: rows).description)
        Console.print(
            """

            Filled in \(seconds) s. All accounts have the password \(DemoPlay.password).
            Ben is at level 5, and Anne, who invited him, was not paid. Find out why: anne@example.com
            """)
    }

    private static func count(_ table: String, _ session: PostgresSession) async throws -> Int64 {
        let rows = try await session.query("SELECT count(*) FROM \(table)")
        return (rows.first?.first ?? nil).flatMap { Int64($0) } ?? 0
    }
}
