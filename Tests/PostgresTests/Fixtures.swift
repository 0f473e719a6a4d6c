import EventLoops
import TestSupport
import Testing

@testable import Postgres

/// A statement without parameters or rows.
struct Plain: Statement {
    static let route = Route.coordinator
    static var sql: String { "SELECT" }
}

/// Gives one value back as the server read and wrote it.
struct Echo<Value: PostgresValue>: Statement {
    static var route: Route { .coordinator }
    static var sql: String { "SELECT $1" }
    static var name: String { "echo-\(Value.typeName)" }

    let value: Value?

    var parameters: Parameters { Parameters(value) }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> Value? { try row.read() }
}

/// Writes a row of the table `things`.
struct PutThing: Statement {
    static let route = Route.coordinator
    static let sql = "INSERT INTO things (id, label, amount) VALUES ($1, $2, $3)"

    let id: Int32
    var label: String?
    var amount: Int64 = 0

    var parameters: Parameters { Parameters(id, label, amount) }
}

struct AddToThing: Statement {
    static let route = Route.coordinator
    static let sql = "UPDATE things SET amount = amount + $2 WHERE id = $1 RETURNING amount"

    let id: Int32
    let amount: Int64

    var parameters: Parameters { Parameters(id, amount) }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> Int64 { try row.read() }
}

struct SumThings: Statement {
    static let route = Route.coordinator
    static let sql = "SELECT coalesce(sum(amount), 0)::bigint, count(*) FROM things"

    static func decode(_ row: inout RowReader) throws(PostgresError) -> (sum: Int64, count: Int64) {
        (try row.read(), try row.read())
    }
}

struct Sleep: Statement {
    static let route = Route.coordinator
    static let sql = "SELECT pg_sleep($1::int4 / 1000.0)"

    let milliseconds: Int32

    var parameters: Parameters { Parameters(milliseconds) }

    static func decode(_ row: inout RowReader) throws(PostgresError) {}
}

struct BackendPID: Statement {
    static let route = Route.coordinator
    static let sql = "SELECT pg_backend_pid()"

    static func decode(_ row: inout RowReader) throws(PostgresError) -> Int32 { try row.read() }
}

struct ReadSetting: Statement {
    static let route = Route.coordinator
    static let sql = "SELECT current_setting($1)"

    let setting: String

    var parameters: Parameters { Parameters(setting) }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> String { try row.read() }
}

/// A database with the table `things`, ten rows of amount 100 in it.
func thingsDatabase() async throws -> TestDatabase {
    try await TestDatabase.make(template: "things") { url in
        let configuration = PostgresConfiguration.patient(try ConnectionParameters(url))
        try await onLoop { loop in
            let session = try await PostgresSession.connect(configuration, on: loop)
            defer { session.close() }
            try await session.query(
                """
                CREATE TABLE things (
                    id int CONSTRAINT things_pkey PRIMARY KEY,
                    label text CONSTRAINT things_label_key UNIQUE,
                    amount bigint NOT NULL CONSTRAINT things_amount_check CHECK (amount >= 0));
                INSERT INTO things SELECT i, 'thing ' || i, 100 FROM generate_series(1, 10) AS i
                """)
        }
    }
}

/// Runs `body` with a pool on an event loop, and closes it after.
@discardableResult
func withPool<Value: Sendable>(
    _ parameters: ConnectionParameters,
    _ adjust: @Sendable (inout PostgresConfiguration) -> Void = { _ in },
    _ body: @escaping @Sendable (PostgresPool, isolated EventLoop) async throws -> Value
) async throws -> Value {
    var configuration = PostgresConfiguration(parameters)
    // Many tests at once on a small machine: what is not about time must not fail for it.
    configuration.waitMillisecondsMax = 10_000
    configuration.connectMillisecondsMax = 10_000
    configuration.replyMillisecondsMax = 10_000
    adjust(&configuration)
    return try await onLoop { [configuration] loop in
        let pool = try PostgresPool(configuration: configuration, on: loop)
        let outcome: Result<Value, any Error>
        do { outcome = .success(try await body(pool, loop)) } catch { outcome = .failure(error) }
        await pool.close(on: loop)
        return try outcome.get()
    }
}

/// The error `body` ends with, nil when it does not.
func failure<Value>(
    _ body: () async throws(PostgresError) -> Value
) async -> PostgresError? {
    do throws(PostgresError) {
        _ = try await body()
        return nil
    } catch {
        return error
    }
}
