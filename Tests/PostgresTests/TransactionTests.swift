import EventLoops
import TestSupport
import Testing

@testable import Postgres

/// What a transaction promises, against a real server.
@Suite struct TransactionTests {
    @Test func `statements and commit take two round trips and last`() async throws {
        let database = try await thingsDatabase()
        try await withPool(try database.parameters) { pool, _ in
            let amount = try await pool.transaction { transaction throws(PostgresError) in
                let (sums, _) = try await transaction.send(SumThings(), PutThing(id: 11))
                let amounts = try await transaction.commit(AddToThing(id: 11, amount: sums[0].sum))
                return amounts[0]
            }
            #expect(amount == 1_000)
        }
        #expect(try database.psql("SELECT amount FROM things WHERE id = 11") == "1000")
    }

    @Test func `a transaction can be one round trip`() async throws {
        let database = try await thingsDatabase()
        try await withPool(try database.parameters) { pool, _ in
            try await pool.transaction { transaction throws(PostgresError) in
                try await transaction.commit(PutThing(id: 11), PutThing(id: 12))
            }
        }
        #expect(try database.psql("SELECT count(*) FROM things") == "12")
    }

    @Test func `returning or throwing without a commit undoes all`() async throws {
        let database = try await thingsDatabase()
        try await withPool(try database.parameters, { $0.connectionsPerLoop = 1 }) { pool, _ in
            try await pool.transaction { transaction throws(PostgresError) in
                try await transaction.send(PutThing(id: 11))
            }
            let error = await failure { () async throws(PostgresError) in
                try await pool.transaction { transaction throws(PostgresError) in
                    try await transaction.send(PutThing(id: 12))
                    throw .misuse("ours")
                }
            }
            #expect(error == .misuse("ours"))
            try await pool.transaction { transaction throws(PostgresError) in
                try await transaction.send(PutThing(id: 13))
                await transaction.rollback()
            }
            #expect(pool.metrics.reconnects == 0 && pool.metrics.connectionsInUse == 0)
        }
        #expect(try database.psql("SELECT count(*) FROM things") == "10")
    }

    @Test func `after an error nothing can be committed`() async throws {
        let database = try await thingsDatabase()
        try await withPool(try database.parameters) { pool, _ in
            let outcome = try await pool.transaction { transaction throws(PostgresError) in
                let first = await failure { () async throws(PostgresError) in
                    try await transaction.send(PutThing(id: 11), PutThing(id: 1))
                }
                let second = await failure { () async throws(PostgresError) in try await transaction.commit()
                }
                return [first, second]
            }
            #expect(outcome[0]?.isUniqueViolation("things_pkey") == true)
            #expect(outcome[1] == outcome[0])
        }
        #expect(try database.psql("SELECT count(*) FROM things") == "10")
    }

    @Test func `an error beside the commit undoes all, and nothing runs after the end`() async throws {
        let database = try await thingsDatabase()
        try await withPool(try database.parameters, { $0.connectionsPerLoop = 1 }) { pool, _ in
            let error = await failure { () async throws(PostgresError) in
                try await pool.transaction { transaction throws(PostgresError) in
                    try await transaction.send(PutThing(id: 11))
                    try await transaction.commit(PutThing(id: 1))
                }
            }
            #expect(error?.isUniqueViolation("things_pkey") == true)
            let late = try await pool.transaction { transaction throws(PostgresError) in
                try await transaction.commit(PutThing(id: 12))
                return await failure { () async throws(PostgresError) in
                    try await transaction.send(PutThing(id: 13))
                }
            }
            guard case .misuse = late else {
                Issue.record("\(String(describing: late))")
                return
            }
            #expect(pool.metrics.reconnects == 0)
        }
        #expect(try database.psql("SELECT max(id) FROM things") == "12")
    }

    @Test func `a deadlock is tried again`() async throws {
        let database = try await thingsDatabase()
        let met = Locked(0)
        async let one = swap(1, 2, database, met)
        async let other = swap(2, 1, database, met)
        #expect(try await one + other >= 1)
        #expect(try database.psql("SELECT amount FROM things WHERE id IN (1, 2)") == "102\n102")
    }

    @Test func `a serialization failure is tried again`() async throws {
        let database = try await thingsDatabase()
        let met = Locked(0)
        async let one = readThenAdd(database, met)
        async let other = readThenAdd(database, met)
        #expect(try await one + other >= 1)
        #expect(try database.psql("SELECT amount FROM things WHERE id = 1") == "102")
    }

    @Test func `a conflict that lasts is told when its time is over, or after so many attempts`() async throws
    {
        struct Conflict: Statement {
            static let route = Route.coordinator
            static let sql = "DO $$ BEGIN RAISE EXCEPTION USING ERRCODE = '40001'; END $$"
        }
        try await withPool(try TestCluster.shared().parameters(), { $0.conflictMillisecondsMax = 3_000 }) {
            pool, _ in
            var attempts = 0
            let since = MonotonicInstant.now
            let error = await failure { () async throws(PostgresError) in
                try await pool.transaction { transaction throws(PostgresError) in
                    attempts += 1
                    try await transaction.commit(Conflict())
                }
            }
            #expect(error?.isRetryable == true && attempts > 3)
            // It has no end by itself.
            #expect(MonotonicInstant.now.milliseconds(since: since) < 20_000)
            #expect(pool.metrics.retries == attempts - 1)
            attempts = 0
            _ = await failure { () async throws(PostgresError) in
                try await pool.transaction(patience: TransactionPatience(conflictAttemptsMax: 2)) {
                    transaction throws(PostgresError) in
                    attempts += 1
                    try await transaction.commit(Conflict())
                }
            }
            #expect(attempts == 2)
        }
    }

    @Test func `a transaction can be briefer about locks than its session`() async throws {
        let database = try await thingsDatabase()
        try await withPool(
            try database.parameters,
            {
                $0.settings.lockTimeoutMilliseconds = 60_000
                $0.settings.idleInTransactionTimeoutMilliseconds = 60_000
            }
        ) { pool, _ in
            try await pool.transaction { holder throws(PostgresError) in
                try await holder.send(AddToThing(id: 1, amount: 1))
                let error = await failure { () async throws(PostgresError) in
                    try await pool.transaction(patience: TransactionPatience(lockMilliseconds: 20)) {
                        transaction throws(PostgresError) in
                        try await transaction.commit(AddToThing(id: 1, amount: 1))
                    }
                }
                #expect(error?.isLocked == true)
                let after = try await pool.run(ReadSetting(setting: "lock_timeout"))
                #expect(after == ["1min"])
            }
        }
    }

    @Test func `who is stopped within a transaction holds others up for a second at most`() async throws {
        let database = try await thingsDatabase()
        // What a stopped process sends: nothing more.
        try await withPool(try database.parameters) { pool, _ in
            var attempts = 0
            try await pool.transaction { stopped throws(PostgresError) in
                attempts += 1
                try await stopped.send(AddToThing(id: 1, amount: 1))
                guard attempts == 1 else { return }
                let since = MonotonicInstant.now
                _ = try? database.psql("SET lock_timeout = 15000; UPDATE things SET amount = 7 WHERE id = 1")
                // A second and what a loaded machine takes to start psql.
                #expect(MonotonicInstant.now.milliseconds(since: since) < 10_000)
            }
        }
        #expect(try database.psql("SELECT amount FROM things WHERE id = 1") == "7")
    }

    @Test func `a killed session is replaced and its transaction tried again`() async throws {
        let database = try await thingsDatabase()
        try await withPool(try database.parameters) { pool, _ in
            var attempts = 0
            try await pool.transaction { transaction throws(PostgresError) in
                attempts += 1
                let (pid, _) = try await transaction.send(BackendPID(), AddToThing(id: 1, amount: 1))
                if attempts == 1 { kill(pid[0], database) }
                try await transaction.commit(AddToThing(id: 2, amount: 1))
            }
            #expect(attempts == 2)
        }
        #expect(try database.psql("SELECT amount FROM things WHERE id IN (1, 2)") == "101\n101")
    }

    @Test func `a row that stays locked is an error after the lock time-out`() async throws {
        let database = try await thingsDatabase()
        try await withPool(
            try database.parameters,
            {
                $0.settings.lockTimeoutMilliseconds = 150
                $0.settings.idleInTransactionTimeoutMilliseconds = 60_000
            }
        ) { pool, _ in
            try await pool.transaction { holder throws(PostgresError) in
                try await holder.send(AddToThing(id: 1, amount: 1))
                let error = await failure { () async throws(PostgresError) in
                    try await pool.run(AddToThing(id: 1, amount: 1))
                }
                #expect(error?.sqlState == "55P03")
            }
        }
    }

    @Test func `a long read has its own time-out`() async throws {
        try await withPool(
            try TestCluster.shared().parameters(),
            {
                $0.settings.statementTimeoutMilliseconds = 1_000
                $0.replyMillisecondsMax = 1_500
                $0.connectionsPerLoop = 1
            }
        ) { pool, _ in
            try await pool.transaction(
                isolation: .repeatableRead, isReadOnly: true, statementTimeoutMilliseconds: 20_000
            ) { transaction throws(PostgresError) in
                try await transaction.commit(Sleep(milliseconds: 2_000))
            }
            let after = try await pool.run(ReadSetting(setting: "statement_timeout"))
            #expect(after == ["1s"])
        }
    }

    @Test func `a read-only transaction writes nothing`() async throws {
        try await withPool(try await thingsDatabase().parameters) { pool, _ in
            let error = await failure { () async throws(PostgresError) in
                try await pool.transaction(isReadOnly: true) { transaction throws(PostgresError) in
                    try await transaction.commit(PutThing(id: 11))
                }
            }
            #expect(error?.sqlState == "25006")
        }
    }

    /// Adds 1 to two rows, in this order, so that its twin does it in the other; gives the attempts it had to
    /// repeat.
    /// Locks are waited for while the other transaction's test is kept from going on, on a loaded machine.
    private static let patient: @Sendable (inout PostgresConfiguration) -> Void = {
        $0.settings.lockTimeoutMilliseconds = 10_000
        $0.settings.idleInTransactionTimeoutMilliseconds = 60_000
        $0.conflictMillisecondsMax = 10_000
    }

    private func swap(
        _ first: Int32, _ second: Int32, _ database: TestDatabase, _ met: Locked<Int>
    ) async throws -> Int {
        try await withPool(try database.parameters, Self.patient) { pool, _ in
            try await pool.transaction { transaction throws(PostgresError) in
                try await transaction.send(AddToThing(id: first, amount: 1))
                met.withLock { $0 += 1 }
                _ = await eventually { met.withLock { $0 } >= 2 }
                try await transaction.commit(AddToThing(id: second, amount: 1))
            }
            return pool.metrics.retries
        }
    }

    private func readThenAdd(_ database: TestDatabase, _ met: Locked<Int>) async throws -> Int {
        try await withPool(try database.parameters, Self.patient) { pool, _ in
            try await pool.transaction(isolation: .repeatableRead) { transaction throws(PostgresError) in
                try await transaction.send(SumThings())
                met.withLock { $0 += 1 }
                _ = await eventually { met.withLock { $0 } >= 2 }
                try await transaction.commit(AddToThing(id: 1, amount: 1))
            }
            return pool.metrics.retries
        }
    }
}

private func kill(_ pid: Int32, _ database: TestDatabase) {
    _ = try? database.cluster.psql("SELECT pg_terminate_backend(\(pid), 1000)")
}
