import EventLoops
import FoundationEssentials
import Postgres
import Referrals
import Store
import TestSupport
import Testing
import Values

@testable import Batching

/// Who waits for whom on Citus, where several are paid.
@Suite(.enabled(if: TestEngine.isCitus, "this is about Citus: make test-citus"))
struct PaymentOrderTests {
    @Test func `who waits in order is in no deadlock, be it the first that a transaction does`() async throws
    {
        try await ServiceRig.with(connections: 5) { rig, loop in
            var users: [UserID] = []
            for _ in 0..<6 { users.append(try await rig.signUp().uid) }
            users.sort()
            let crowd = Crowd(pool: rig.pool)
            crowd.pay([users[3]], on: loop)
            #expect(await eventually { crowd.holding == 1 })
            // Each waits for the one before, and has been to a shard or not.
            for (waiting, payee, subject) in [(1, 2, nil), (2, 1, users[4]), (3, 0, nil)] {
                crowd.pay([users[payee], users[payee + 1]], judging: subject, on: loop)
                #expect(try await eventually { try rig.waiting == "\(waiting)" })
            }
            crowd.pay([users[0]], judging: users[5], on: loop)
            #expect(try await eventually { try rig.waiting == "4" })
            #expect(try rig.database.psql("SELECT check_distributed_deadlocks()") == "f")
            crowd.letGo()
            #expect(await eventually { crowd.isGone })
            #expect(crowd.begun == 5, "nobody began again")
        }
    }
}

extension ServiceRig {
    /// How many wait for a payee's lock.
    fileprivate var waiting: String {
        get throws {
            try database.psql(
                """
                SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
                AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
                """)
        }
    }
}

/// Transactions that hold what they have until they are let go.
private final class Crowd {
    private let pool: PostgresPool
    private(set) var begun = 0
    private(set) var holding = 0
    private var started = 0
    private var ended = 0
    private var mayEnd = false

    init(pool: PostgresPool) {
        self.pool = pool
    }

    var isGone: Bool { ended == started }

    func letGo() { mayEnd = true }

    func pay(_ payees: [UserID], judging subject: UserID? = nil, on loop: isolated EventLoop) {
        started += 1
        Task.immediate(priority: EventLoop.taskPriority) {
            _ = loop
            do { try await hold(payees, judging: subject) } catch { Issue.record(error) }
            ended += 1
        }
    }

    private func hold(_ payees: [UserID], judging subject: UserID?) async throws(PostgresError) {
        try await pool.transaction { transaction throws(PostgresError) in
            begun += 1
            if let subject { _ = try await transaction.send(LockUsers([subject])) }
            transaction.order(payees)
            _ = try await transaction.send(FindLedgerAccounts(payees))
            holding += 1
            _ = await eventually { mayEnd }
            await transaction.rollback()
        }
    }
}
