import TestSupport
import Testing

@testable import Postgres

/// Statements in one pipeline, against a real server.
@Suite struct StatementTests {
    @Test func `a pipeline gives each statement its rows`() async throws {
        try await withPool(try await thingsDatabase().parameters) { pool, _ in
            let (before, _, amounts, after) = try await pool.run(
                SumThings(), PutThing(id: 11, amount: 5), AddToThing(id: 11, amount: 2), SumThings())
            #expect(before[0] == (1_000, 10))
            #expect(amounts == [7])
            #expect(after[0] == (1_007, 11))
        }
    }

    @Test func `an error in the middle undoes the whole pipeline and names its constraint`() async throws {
        let database = try await thingsDatabase()
        try await withPool(try database.parameters) { pool, _ in
            for _ in 0..<3 {
                let error = await failure { () async throws(PostgresError) in
                    try await pool.run(
                        PutThing(id: 20), PutThing(id: 21, label: "thing 1"), AddToThing(id: 1, amount: 1))
                }
                #expect(error?.isUniqueViolation("things_label_key") == true)
                #expect(error?.isUniqueViolation("things_pkey") == false)
                guard case .server(let server) = error else {
                    Issue.record("no server error")
                    return
                }
                #expect(server.table == "things" && server.statement == "PutThing")
                #expect(server.detail?.contains("thing 1") == true)
            }
            let sums = try await pool.run(SumThings())
            #expect(sums[0] == (1_000, 10))
            #expect(pool.metrics.reconnects == 0)
        }
    }

    @Test func `a check violation names its constraint`() async throws {
        try await withPool(try await thingsDatabase().parameters) { pool, _ in
            let error = await failure { () async throws(PostgresError) in
                try await pool.run(AddToThing(id: 1, amount: -101))
            }
            #expect(error?.isCheckViolation("things_amount_check") == true)
            #expect(error?.isUnavailable == false)
        }
    }

    @Test func `a statement that can't be prepared is an error like any other`() async throws {
        struct Nonsense: Statement {
            static let route = Route.coordinator
            static let sql = "SELEKT 1"
        }
        try await withPool(try TestCluster.shared().parameters()) { pool, _ in
            for _ in 0..<2 {
                let error = await failure { () async throws(PostgresError) in
                    try await pool.run(Plain(), Nonsense(), Plain())
                }
                #expect(error?.sqlState == "42601")
            }
            try await pool.run(Plain())
        }
    }

    @Test func `two texts under one name are refused, never confused`() async throws {
        struct First: Statement {
            static let route = Route.coordinator
            static let sql = "SELECT 1"
            static let name = "same"
        }
        struct Second: Statement {
            static let route = Route.coordinator
            static let sql = "SELECT 2"
            static let name = "same"
        }
        try await withPool(try TestCluster.shared().parameters(), { $0.connectionsPerLoop = 1 }) { pool, _ in
            try await pool.run(First())
            let error = await failure { () async throws(PostgresError) in try await pool.run(Second()) }
            #expect(error?.sqlState == "42P05")
            try await pool.run(First())
        }
    }

    @Test func `a statement without rows tells how many it touched`() async throws {
        struct Clear: Statement {
            static let route = Route.coordinator
            static let sql = "UPDATE things SET amount = 0"
        }
        try await withPool(try await thingsDatabase().parameters) { pool, _ in
            let touched = try await pool.run(Clear()).count
            #expect(touched == 10)
        }
    }

    @Test func `each session has its settings`() async throws {
        let expected = [
            "statement_timeout": "2s", "lock_timeout": "250ms",
            "idle_in_transaction_session_timeout": "800ms",
            "enable_seqscan": "off", "enable_hashjoin": "off", "enable_mergejoin": "off",
            "plan_cache_mode": "force_generic_plan", "TimeZone": "UTC", "client_encoding": "UTF8",
            "application_name": "shipmate",
        ]
        try await withPool(try TestCluster.shared().parameters()) { pool, _ in
            for (setting, value) in expected {
                let read = try await pool.run(ReadSetting(setting: setting))
                #expect(read == [value], "\(setting)")
            }
        }
    }

    @Test func `a statement that takes too long is cancelled by the server`() async throws {
        try await withPool(
            try TestCluster.shared().parameters(), { $0.settings.statementTimeoutMilliseconds = 100 }
        ) { pool, _ in
            let error = await failure { () async throws(PostgresError) in
                try await pool.run(Sleep(milliseconds: 1_000))
            }
            #expect(error?.sqlState == "57014")
            #expect(pool.metrics.reconnects == 0)
        }
    }

    @Test func `a pipeline of megabytes each way does not block`() async throws {
        struct Length: Statement {
            static let route = Route.coordinator
            static let sql = "SELECT length($1), $1"
            let text: String
            var parameters: Parameters { Parameters(text) }
            static func decode(_ row: inout RowReader) throws(PostgresError) -> Int32 { try row.read() }
        }
        try await withPool(try TestCluster.shared().parameters()) { pool, _ in
            let statement = Length(text: String(repeating: "x", count: 4_000_000))
            let (first, second, third) = try await pool.run(statement, statement, statement)
            #expect(first + second + third == [4_000_000, 4_000_000, 4_000_000])
        }
    }

    @Test func `durability is read as it is`() async throws {
        try await withPool(try TestCluster.shared().parameters()) { pool, _ in
            let durability = try await DurabilityCheck.durability(in: pool)
            #expect(durability.settingsOff == ["fsync", "full_page_writes", "synchronous_commit"])
            #expect(!durability.isNeon)
        }
    }

    @Test func `Neon needs no fsync, and a commit that waits all the same`() {
        func row(_ setting: String, _ value: String) -> DurabilityCheck.Row {
            DurabilityCheck.Row(setting: setting, value: value)
        }
        let off = ["fsync", "full_page_writes", "synchronous_commit"].map { row($0, "off") }
        let neon = ["neon.tenant_id", "neon.timeline_id"]
        #expect(Durability(off + neon.map { row($0, "3c") }).settingsOff == ["synchronous_commit"])
        #expect(Durability(off + [row(neon[0], "3c")]).settingsOff.count == 3)
        #expect(Durability(off + neon.map { row($0, "") }).settingsOff.count == 3)
    }
}
