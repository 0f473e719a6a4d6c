import EventLoops
import FoundationEssentials
import Postgres
import Referrals
import Store
import TestSupport
import Testing
import Values

@testable import Batching

/// What a process that was killed was at, another takes over within 30 s, by a clock that the tests move.
@Suite struct LeaseTests {
    private func withClock(
        _ body: @escaping @Sendable (TestDatabase, PostgresPool, isolated EventLoop) async throws -> Void
    ) async throws {
        try await TestDatabase.withSchema { database in
            try database.makeClockMovable()
            try await database.withPool { pool, loop in try await body(database, pool, loop) }
        }
    }

    @Test(arguments: WorkerLease.allCases)
    func `a duty is another's once its lease has run out, and no longer the former's`(
        lease: WorkerLease
    ) async throws {
        try await withClock { database, pool, _ in
            func take() async throws -> Int64? {
                try await pool.run(AcquireLease(lease, ignoresDueTime: true)).first
            }
            let fencingToken = try #require(try await take())
            #expect(try await take() == nil)
            // Whoever is at it keeps it for as long as it lives.
            try database.moveClock(by: "\(lease.leaseSeconds * 3 / 5) s")
            #expect(try await !pool.run(RenewLease(lease, fencingToken: fencingToken)).isEmpty)
            try database.moveClock(by: "\(lease.leaseSeconds * 6 / 5) s")
            #expect(try await take() == nil)
            // Who looks every five seconds has it within 30.
            try database.moveClock(by: "\(lease.leaseSeconds * 3 / 5 + 25) s")
            #expect(try await take() == fencingToken + 1)
            #expect(try await pool.run(RenewLease(lease, fencingToken: fencingToken)).isEmpty)
            try await pool.run(ReleaseLease(lease, fencingToken: fencingToken, dueAfterSeconds: 0))
            #expect(try await take() == nil, "the former's end is no end of another's turn")
        }
    }

    @Test func `a job is another's once its lease has run out, and no longer the former's`() async throws {
        try await withClock { database, pool, _ in
            let rule = Rule.standard[1]
            let job = Job(
                id: UUID(), kind: .backfill, rule: rule, madeAt: WallClock.now, madeBy: "a test")
            let inserted: [UUID] = try await pool.run(InsertJob(job))
            #expect(inserted == [job.id])
            func take() async throws -> Int64? {
                let taken: [AcquireJob.Row] = try await pool.run(AcquireJob())
                return taken.first?.fencingToken
            }
            #expect(try await take() == 1)
            try database.moveClock(by: "9 s")
            #expect(try await take() == nil)
            #expect(try await !pool.run(RenewJob(job, fencingToken: 1)).isEmpty)
            try database.moveClock(by: "18 s")
            #expect(try await take() == nil)
            try database.moveClock(by: "34 s")
            #expect(try await take() == 2)
            #expect(try await pool.run(RenewJob(job, fencingToken: 1)).isEmpty)
            var ended = job
            ended.state = .done
            try await pool.run(EndJob(ended, fencingToken: 1))
            let found: [Job] = try await pool.run(FindJobUnderWay())
            #expect(found.map(\.state) == [.running])
        }
    }

    @Test func `what was held is paid although the process that was at it was killed`() async throws {
        try await TestServer.withMovableClock { try await pay($0, $0.database) }
    }

    /// A reward that is due, and a turn that nobody ends.
    private func pay(_ server: TestServer, _ database: TestDatabase) async throws {
        let client = try server.client
        let (anne, ben) = (try client.signUp(), try client.signUp())
        try database.psql(
            """
            UPDATE ledger_duties SET leased_until = clock_timestamp() + interval '15 s', turn = turn + 1
            WHERE name = 'release';
            INSERT INTO rewards (uid, subject, rule, id, role, currency, amount, status, reason,
                granted_at, release_at)
            VALUES ('\(anne.uid)', '\(ben.uid)', 'level-5', gen_random_uuid(), 'referrer', 'gems', 5,
                'held', 'why',
                now(), now())
            """)
        let paid = "SELECT count(*) FROM ledger_entries WHERE currency = 'gems'"
        let isPaidEarly = try await eventually(seconds: 2) { try database.psql(paid) != "0" }
        #expect(!isPaidEarly)
        try database.moveClock(by: "30 s")
        #expect(try await eventually { try database.psql(paid) == "1" })
    }
}
