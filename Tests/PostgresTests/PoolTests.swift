import EventLoops
import TestSupport
import Testing

@testable import Postgres

/// A pool under pressure, and with its server gone. Each test that hurts a server has one of its own.
@Suite struct PoolTests {
    @Test func `past the queue's bound callers are turned away, within it they give up in time`() async throws
    {
        try await withPool(
            try TestCluster.shared().parameters(),
            {
                $0.connectionsPerLoop = 1
                $0.waitersMax = 2
                $0.waitMillisecondsMax = 150
                $0.settings.statementTimeoutMilliseconds = 10_000
            }
        ) { pool, loop in
            #expect(await eventually { pool.isReady })
            let since = MonotonicInstant.now
            let holder = start(pool, on: loop, Sleep(milliseconds: 4_000))
            let waiting = [start(pool, on: loop, Plain()), start(pool, on: loop, Plain())]
            #expect(pool.metrics.queueDepth == 2 && pool.metrics.connectionsInUse == 1)
            let rejected = await failure { () async throws(PostgresError) in try await pool.run(Plain()) }
            #expect(rejected == .poolExhausted)
            for task in waiting { #expect(await task.value == .timedOut(.connection)) }
            #expect(MonotonicInstant.now.milliseconds(since: since) >= 140)
            #expect(await holder.value == nil)
            #expect(pool.metrics.timeouts == 2 && pool.metrics.rejections == 1)
            #expect(pool.metrics.waitNanoseconds > 200_000_000)
        }
    }

    @Test func `who waits is served in order`() async throws {
        try await withPool(try TestCluster.shared().parameters(), { $0.connectionsPerLoop = 1 }) {
            pool, loop in
            try await pool.run(Plain())
            var order: [Int] = []
            let tasks = (0..<50).map { number in
                Task.immediate {
                    _ = loop
                    _ = try? await pool.run(Plain())
                    order.append(number)
                }
            }
            for task in tasks { await task.value }
            #expect(order == Array(0..<50))
        }
    }

    @Test func `a server that hangs costs no more than the reply's deadline`() async throws {
        let cluster = try TestCluster()
        try await withPool(
            try cluster.parameters(),
            {
                $0.replyMillisecondsMax = 2_000
                $0.connectMillisecondsMax = 2_000
                $0.waitMillisecondsMax = 2_500
                $0.connectionsPerLoop = 1
            }
        ) { pool, loop in
            #expect(await eventually { pool.isReady })
            try await pool.run(Plain())
            try await cluster.whileFrozen {
                let since = MonotonicInstant.now
                let first = await failure { () async throws(PostgresError) in try await pool.run(Plain()) }
                #expect(first == .timedOut(.reply))
                // In other tests it is ten seconds.
                #expect(MonotonicInstant.now.milliseconds(since: since) < 8_000)
                #expect(await eventually { !pool.isReady })
                let isTold = await eventually {
                    let next = await failure { () async throws(PostgresError) in try await pool.run(Plain()) }
                    return next == .cannotConnect("no answer in time")
                }
                #expect(isTold)
            }
            #expect(await eventually { pool.isReady })
            try await pool.run(Plain())
        }
    }

    @Test func `where one connection meets silence no other is waited for, nor the same host`() async throws {
        let (silent, other) = (try TestCluster(), try TestCluster())
        let url = "host=\(silent.folder),\(other.folder) user=postgres dbname=postgres"
        try await withPool(
            try ConnectionParameters(url),
            { ($0.replyMillisecondsMax, $0.connectMillisecondsMax) = (3_000, 60_000) }
        ) { pool, _ in
            #expect(await eventually { pool.metrics.connectionsOpen == 4 })
            try await silent.whileFrozen {
                let first = await failure { () async throws(PostgresError) in try await pool.run(Plain()) }
                #expect(first == .timedOut(.reply))
                try await pool.run(Plain())
                #expect(await eventually { pool.metrics.connectionsOpen == 4 })
            }
            #expect(pool.metrics.reconnects == 4 && pool.metrics.connectFailures == 0)
        }
    }

    @Test func `a server that goes is an error in time, and one that comes back is used`() async throws {
        let cluster = try TestCluster()
        try await withPool(
            try cluster.parameters(),
            {
                $0.waitMillisecondsMax = 900
                $0.replyMillisecondsMax = 60_000
                $0.settings.statementTimeoutMilliseconds = 60_000
            }
        ) { pool, loop in
            #expect(await eventually { pool.metrics.connectionsOpen == 4 })
            let sleeper = start(pool, on: loop, Sleep(milliseconds: 30_000))
            try cluster.stop()
            #expect(await eventually { !pool.isReady })
            // Its work was its commit, and nobody said how that ended.
            #expect(await sleeper.value == .connectionLost(isCommitInDoubt: true))
            let since = MonotonicInstant.now
            let error = await failure { () async throws(PostgresError) in try await pool.run(Plain()) }
            guard case .cannotConnect(let text) = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(text.contains("No such file") || text.contains("refused"), "\(text)")
            #expect(MonotonicInstant.now.milliseconds(since: since) >= 800)
            try cluster.start()
            #expect(await eventually { pool.metrics.connectionsOpen == 4 })
            try await pool.run(Plain())
            #expect(pool.metrics.reconnects == 4)
        }
    }

    @Test func `a restart under a transaction goes unnoticed`() async throws {
        let cluster = try TestCluster()
        try await withPool(try cluster.parameters()) { pool, loop in
            var attempts = 0
            try await pool.transaction { transaction throws(PostgresError) in
                attempts += 1
                try await transaction.send(Plain())
                if attempts == 1 {
                    try? cluster.stop()
                    try? cluster.start()
                }
                try await transaction.commit(Plain())
            }
            #expect(attempts == 2)
        }
    }

    @Test func `a server that takes no writes any more is left for one that does`() async throws {
        let database = try await TestDatabase.make()
        try await withPool(try database.parameters, { $0.connectionsPerLoop = 1 }) { pool, loop in
            let before = try await pool.run(BackendPID())[0]
            let error = await failure { () async throws(PostgresError) in
                try await pool.transaction { transaction throws(PostgresError) in
                    try await transaction.send(BecomeStandby())
                    try await transaction.commit(WriteSomething())
                }
            }
            #expect(error?.sqlState == "25006")
            #expect(
                await eventually {
                    guard let rows = try? await pool.run(BackendPID()) else { return false }
                    return rows != [before]
                })
        }
    }

    @Test func `several hosts are tried until one takes writes`() async throws {
        let cluster = try TestCluster.shared()
        let url = "host=/nowhere,\(cluster.folder) user=postgres dbname=postgres"
        try await withPool(try ConnectionParameters(url)) { pool, _ in try await pool.run(Plain()) }
        let standby = try await TestDatabase.make()
        try standby.psql("ALTER DATABASE \(standby.name) SET default_transaction_read_only = on")
        try await withPool(try standby.parameters, { $0.waitMillisecondsMax = 5_000 }) { pool, _ in
            let error = await failure { () async throws(PostgresError) in try await pool.run(Plain()) }
            guard case .cannotConnect(let text) = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(text.contains("read-only"), "\(text)")
        }
    }

    @Test func `a close waits for what is under way and lets nothing more in`() async throws {
        try await withPool(try TestCluster.shared().parameters()) { pool, loop in
            try await pool.run(Plain())
            let work = start(pool, on: loop, Sleep(milliseconds: 200))
            await pool.close(on: loop)
            #expect(await work.value == nil)
            let late = await failure { () async throws(PostgresError) in try await pool.run(Plain()) }
            #expect(late == .closed && !pool.isReady)
            #expect(pool.metrics.connectionsOpen == 0)
        }
    }

    private func start<S: Statement>(
        _ pool: PostgresPool, on loop: isolated EventLoop, _ statement: S
    ) -> Task<PostgresError?, Never> where S: Sendable {
        Task.immediate {
            _ = loop
            return await failure { () async throws(PostgresError) in try await pool.run(statement) }
        }
    }
}

private struct BecomeStandby: Statement {
    static let route = Route.coordinator
    static let sql = "SET TRANSACTION READ ONLY"
}

private struct WriteSomething: Statement {
    static let route = Route.coordinator
    static let sql = "CREATE TABLE something ()"
}
