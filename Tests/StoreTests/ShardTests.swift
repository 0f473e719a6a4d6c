import FoundationEssentials
import Postgres
import Referrals
import Store
import TestSupport
import Testing
import Values

/// Where users' rows are, and who must wait for whom there.
@Suite(.enabled(if: TestEngine.isCitus, "this is about Citus: make test-citus"))
struct ShardTests {
    @Test func `a user's shard is found as Citus finds it`() async throws {
        try await TestDatabase.withSchema { database in
            let uids = (0..<1_000).map { _ in UUID() }
            let texts = uids.map { "'\($0.uuidString)'" }.joined(separator: ", ")
            let hashes = try database.psql(
                """
                SELECT worker_hash(uid) FROM unnest(ARRAY[\(texts)]::uuid[]) WITH ORDINALITY AS u (uid, n)
                    ORDER BY n
                """)
            #expect(hashes.split(separator: "\n").compactMap { Int32($0) } == uids.map(\.postgresHash))
            let starts = try await database.withPool { pool, _ in try await pool.run(FindShards()) }
            #expect(
                starts.first == Int32.min && starts.count == TestEngine.shards && starts == starts.sorted())
        }
    }

    @Test func `rows of several shards are all written and found, whichever they are`() async throws {
        try await TestDatabase.withSchema { database in
            try await database.withPool(connections: 1) { pool, _ in
                let users = (1...100).map { Sample.user($0) }
                try await pool.run(InsertUsers(users), InsertReferralCodes(users))
                let sums = Dictionary(
                    uniqueKeysWithValues: users.enumerated().map { index, user in
                        let level = Int32(index + 1)
                        let names = index % 3 == 0 ? ["m_\(index)", "n"] : []
                        let milestones = names.compactMap { Milestone($0) }
                        return (
                            user.uid, Progress(level: level, highestLevel: level, milestones: milestones)
                        )
                    })
                let before = try await pool.run(ApplyFacts(sums))
                #expect(before.sorted { $0.uid < $1.uid } == users)
                let after = try await pool.run(FindUsersByID(users.map(\.uid)))
                #expect(after.count == 100 && after.allSatisfy { $0.progress == sums[$0.uid] })
                let events = users.map { user in
                    RecordedEvent(
                        event: Event(uid: user.uid, id: UUID(), fact: .levelReached(3)),
                        receivedAt: Sample.now, user: user, decisions: [])
                }
                try await pool.run(InsertEvents(events))
                #expect(try await pool.run(FindEvents(events.map(\.event.key))).count == 100)
            }
        }
    }

    @Test func `a credential whose change is prepared on its node is read once that is committed`()
        async throws
    {
        try await TestDatabase.withSchema { database in
            try await database.withPool(connections: 2) { pool, _ in
                let credential = CredentialRecord(
                    email: EmailAddress("ben@example.com")!, uid: Sample.uid(1), passwordHash: "former",
                    createdAt: Sample.now)
                try await pool.run(InsertCredentials([credential]))
                let id = "get_shard_id_for_distribution_column('credentials', '\(credential.email)')"
                let shard = "credentials_" + (try database.psql("SELECT \(id)"))
                let node = try #require(
                    try database.cluster.nodes.first {
                        try database.psql("SELECT to_regclass('\(shard)') IS NOT NULL", node: $0) == "t"
                    })
                try database.psql(
                    """
                    SET citus.enable_manual_changes_to_shards = on;
                    BEGIN;
                    UPDATE \(shard) SET password_hash = 'new';
                    PREPARE TRANSACTION '\(database.name)'
                    """, node: node)
                let read = try await pool.run(FindCredential(credential.email))
                #expect(read.first?.passwordHash == "former")
                let isAwaited = Task.detached {
                    let isAwaited = try await eventually {
                        try database.psql("SELECT count(*) FROM pg_locks WHERE NOT granted", node: node)
                            != "0"
                    }
                    try database.psql("COMMIT PREPARED '\(database.name)'", node: node)
                    return isAwaited
                }
                let found = try await pool.run(FindCommittedCredential(credential.email))
                #expect(found.first?.passwordHash == "new")
                #expect(try await isAwaited.value)
            }
        }
    }

    @Test func `a locked row is told of on the workers as soon as elsewhere`() async throws {
        try await TestDatabase.withSchema { database in
            try await database.withPool(connections: 2, lockMilliseconds: 1_000) { pool, _ in
                try await pool.run(InsertUsers([Sample.user(1)]))
                let lock = LockUsers([Sample.uid(1)])
                try await pool.transaction { holder throws(PostgresError) in
                    _ = try await holder.send(lock)
                    for (patience, most) in [
                        (TransactionPatience(), 1_500), (TransactionPatience(lockMilliseconds: 20), 200),
                    ] {
                        var quickest = Duration.seconds(60)
                        for _ in 0..<5 {
                            let began = ContinuousClock.now
                            let error = await refusal(of: lock, in: pool, patience)
                            #expect(error?.isLocked == true, "\(String(describing: error))")
                            quickest = min(quickest, ContinuousClock.now - began)
                        }
                        #expect(quickest < .milliseconds(most))
                    }
                }
            }
        }
    }

    @Test func `who pays the same users waits on the coordinator, in whatever order they are named`()
        async throws
    {
        try await TestDatabase.withSchema { database in
            try await database.withPool(connections: 2) { pool, _ in
                let (one, two, three) = (Sample.uid(1), Sample.uid(2), Sample.uid(3))
                try await pool.transaction { holder throws(PostgresError) in
                    _ = try await holder.send(OrderPayments([one, two]))
                    let brief = TransactionPatience(lockMilliseconds: 20)
                    #expect(
                        await refusal(of: OrderPayments([three, two]), in: pool, brief)?.isLocked == true)
                    #expect(await refusal(of: OrderPayments([three]), in: pool, brief) == nil)
                }
            }
        }
    }

    @Test func `who takes spread tables for one PostgreSQL's is told of trouble that will pass`()
        async throws
    {
        try await TestDatabase.withSchema { database in
            let configuration = PostgresConfiguration(try database.parameters, settings: .writing)
            try await onLoop { loop in
                let pool = try PostgresPool(configuration: configuration, on: loop)
                let error = await refusal(
                    of: FindUsersByID([Sample.uid(1)]), in: pool, TransactionPatience())
                #expect(error?.isSystemTrouble == true, "\(String(describing: error))")
                await pool.close(on: loop)
            }
        }
    }

    private func refusal(
        of lock: some Statement, in pool: PostgresPool, _ patience: TransactionPatience
    ) async -> PostgresError? {
        do throws(PostgresError) {
            try await pool.transaction(patience: patience) { transaction throws(PostgresError) in
                _ = try await transaction.send(lock)
            }
            return nil
        } catch {
            return error
        }
    }
}
