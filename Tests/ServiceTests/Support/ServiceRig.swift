import Crypto
import EventLoops
import FoundationEssentials
import Postgres
import Referrals
import Store
import TestSupport
import Testing
import Values

@testable import Accounts
@testable import Batching
@testable import Ledger
@testable import Rewards

/// A pool as the service opens one, on a database of the schema, with what batches need besides.
struct ServiceRig {
    let context: AccountsContext
    let database: TestDatabase
    let crossShard = CrossShardEstimator()

    var pool: PostgresPool { context.pool }
    let now: Timestamp

    /// - Parameters:
    ///   - host: the folder of another socket than PostgreSQL's own.
    ///   - hour: of today, by UTC: when it is for the service, for tests that can't have a day end.
    ///   - zone: the programme's, by its name; nil for UTC.
    static func with<Value: Sendable>(
        through host: String? = nil, connections: Int = 4, at hour: Int64? = nil,
        in zone: String? = nil,
        _ body: @escaping @Sendable (ServiceRig, isolated EventLoop) async throws -> Value
    ) async throws -> Value {
        try await TestDatabase.withSchema {
            try await with(on: $0, through: host, connections: connections, at: hour, in: zone, body)
        }
    }

    /// The same on a database that the caller has made, and drops.
    static func with<Value: Sendable>(
        on database: TestDatabase, through host: String? = nil, connections: Int = 4, at hour: Int64? = nil,
        in zone: String? = nil,
        _ body: @escaping @Sendable (ServiceRig, isolated EventLoop) async throws -> Value
    ) async throws -> Value {
        try await database.withPool(connections: connections, through: host) { pool, loop in
            let notifications = Notifications()
            let reading = try await pool.readClock()
            var known = ProgrammeZone.utc
            if let zone {
                known = ProgrammeZone(name: zone, changes: try await pool.run(ListZoneChanges(of: zone)))
            }
            let clock = DatabaseClock(hour.map(reading.moved(toHour:)) ?? reading, in: known)
            // It reads its keys now and then, which tests that count round trips must not see.
            let keys = try PostgresPool(configuration: pool.configuration, on: loop)
            let keyring = Keyring(
                TokenKeys(SigningKey()), pool: keys, clock: clock, notifications: notifications,
                log: { _ in }, on: loop)
            let root = RootSecret()
            // As patient as the pool of `withPool`: dozens of databases are made meanwhile.
            let context = AccountsContext(
                pool: pool, clock: clock, notifications: notifications,
                programme: Programme(
                    pool: pool, notifications: notifications, code: [], offers: OfferAmounts(), on: loop),
                limits: CoalescerLimits(waitMilliseconds: 20_000),
                sessions: SessionIssuer(keyring: keyring, root: root), root: root,
                moderation: ModerationList(pool: pool, notifications: notifications, on: loop),
                metrics: ServiceMetrics(), log: { _ in },
                ids: UUIDv7Generator(), ledgerKey: LedgerKey())
            _ = await context.shards?.look(in: pool)
            let outcome: Result<Value, any Error>
            do {
                outcome = .success(
                    try await body(ServiceRig(context: context, database: database, now: clock.now), loop))
            } catch {
                outcome = .failure(error)
            }
            await keys.close(on: loop)
            return try outcome.get()
        }
    }
}

extension ServiceRig {
    func signUp(referredBy referrer: User? = nil, _ confidence: MatchConfidence? = nil) async throws -> User {
        let signUp = SignUp(
            referrer: referrer.map { .user($0.uid) }, matchConfidence: confidence, keyHash: nil)
        return try await SignUpBatch(context: context, now: now).record([signUp])[0].get().user
    }

    @discardableResult
    func record(_ events: [Event]) async throws -> [Result<EventReply, EventError>] {
        try await EventBatch(context: context, crossShard: crossShard, now: now).record(events)
            .get()
    }

    func link(_ user: User, _ email: String) -> CredentialLink {
        CredentialLink(
            uid: user.uid,
            credential: CredentialRecord(
                email: EmailAddress(email)!, uid: user.uid, passwordHash: "hash", createdAt: now),
            session: context.sessions.open(for: user.uid, sid: context.makeID(), at: now),
            address: context.addresses.entry(user.uid, at: PeerAddress("192.0.2.1"), seenAt: now),
            eventID: context.makeID())
    }

    func event(_ user: User, _ fact: Fact, id: UUID = UUID()) -> Event {
        Event(uid: user.uid, id: id, fact: fact)
    }

    func level(_ user: User, _ level: Int32, id: UUID = UUID()) -> Event {
        event(user, .levelReached(level), id: id)
    }

    func milestone(_ user: User, _ name: String, id: UUID = UUID()) -> Event {
        event(user, .milestoneReached(Milestone(name)!), id: id)
    }

    func balance(_ user: User) throws -> String {
        try database.psql("SELECT coalesce(sum(amount), 0) FROM balances WHERE uid = '\(user.uid)'")
    }

    /// Accounts whose entries don't add up, and grants without reward: 0 when all is well.
    func mistakes() throws -> String {
        try database.psql(
            """
            SELECT (SELECT count(*) FROM balances AS b FULL JOIN
                (SELECT uid, currency, sum(amount) AS amount, count(*) AS entries, max(sequence) AS last
                 FROM ledger_entries GROUP BY uid, currency) AS s USING (uid, currency)
                WHERE (b.amount, b.entries, b.entries) IS DISTINCT FROM (s.amount, s.entries, s.last))
            + (SELECT count(*) FROM (SELECT uid, id FROM rewards WHERE status = 'paid') AS r
               FULL JOIN (SELECT uid, id FROM ledger_entries WHERE kind = 'grant') AS e USING (uid, id)
               WHERE r.uid IS NULL OR e.uid IS NULL OR r.id IS NULL OR e.id IS NULL)
            """)
    }
}

extension ClockReading {
    fileprivate func moved(toHour hour: Int64) -> ClockReading {
        let (hours, day) = (Int64(3_600_000_000), Int64(86_400_000_000))
        let midnight = time.microsecondsSince1970 / day * day
        return ClockReading(
            time: PostgresTimestamp(microsecondsSince1970: midnight + hour * hours), instant: instant)
    }
}

extension Attempt {
    /// The value of an attempt that finished.
    func get() throws -> Value {
        switch self {
        case .finished(let value): return value
        case .abandoned(let hindrance): throw hindrance
        }
    }
}

extension Hindrance: Error {}
