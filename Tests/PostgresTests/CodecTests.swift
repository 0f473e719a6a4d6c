import FoundationEssentials
import TestSupport
import Testing

@testable import Postgres

/// Every type there and back through a real server.
@Suite struct CodecTests {
    private static let hostile = [
        "", "'", "\"", "\\", "'; DROP TABLE things; --",
        "{a,b}", "NULL", "\u{1}\u{7f}\r\n\t", "é", "e\u{301}",
        "🏴‍☠️", "\u{FEFF}", "\u{10FFFF}", String(repeating: "ф", count: 100_000), "$1", "%s%n", "a\u{202E}b",
    ]

    @Test func `single values come back as they were`() async throws {
        try await roundTrip([true, false])
        try await roundTrip([Int16.min, -1, 0, 1, .max])
        try await roundTrip([Int32.min, -1, 0, 1, .max])
        try await roundTrip([Int64.min, -1, 0, 1, .max])
        try await roundTrip(Self.hostile)
        try await roundTrip([UUID(), UUID(uuidString: "00000000-0000-0000-0000-000000000000")!])
        try await roundTrip([[], [0], [UInt8](0...255)] as [[UInt8]])
        try await roundTrip(Self.timestamps)
    }

    @Test func `arrays come back as they were, empty and of a thousand`() async throws {
        try await roundTrip([[], [true, false], thousand { $0 % 3 == 0 }])
        try await roundTrip([[], [Int16.min, .max], thousand { Int16($0) }])
        try await roundTrip([[], [Int32.min, .max], thousand { Int32($0) }])
        try await roundTrip([[], [Int64.min, .max], thousand { Int64($0) << 40 }])
        try await roundTrip([[], Self.hostile, thousand { "user \($0)" }])
        try await roundTrip([[], [UUID()], thousand { _ in UUID() }])
        let bytes: [[[UInt8]]] = [[], [[], [0]], thousand { [UInt8(truncatingIfNeeded: $0), 0] }]
        try await roundTrip(bytes)
        try await roundTrip([[], Self.timestamps])
    }

    @Test func `arrays may hold NULL`() async throws {
        try await roundTrip([[nil], [true, nil]] as [[Bool?]])
        try await roundTrip([[nil], [1, nil, 2]] as [[Int16?]])
        try await roundTrip([[nil], thousand { $0 % 2 == 0 ? Int32($0) : nil }] as [[Int32?]])
        try await roundTrip([[nil], [1, nil, 2]] as [[Int64?]])
        try await roundTrip([[nil], ["", nil, "NULL"]] as [[String?]])
        try await roundTrip([[nil], [UUID(), nil]] as [[UUID?]])
        try await roundTrip([[nil], [[], nil, [0]]] as [[[UInt8]?]])
        try await roundTrip([[nil], [Self.timestamps[0], nil]] as [[PostgresTimestamp?]])
        try await roundTrip([[], []] as [[String?]])
    }

    @Test func `nil is NULL for every type`() async throws {
        try await withPool(try TestCluster.shared().parameters()) { pool, _ in
            let rows = try await pool.run(
                Echo<Bool>(value: nil), Echo<Int16>(value: nil), Echo<Int64>(value: nil),
                Echo<String>(value: nil), Echo<UUID>(value: nil), Echo<[UInt8]>(value: nil),
                Echo<PostgresTimestamp>(value: nil), Echo<[String?]>(value: nil))
            #expect(rows.0 == [nil] && rows.1 == [nil] && rows.2 == [nil] && rows.3 == [nil])
            #expect(rows.4 == [nil] && rows.5 == [nil] && rows.6 == [nil] && rows.7 == [nil])
        }
    }

    @Test func `the server reads a timestamp and a uuid as we mean them`() async throws {
        struct AsText: Statement {
            static let route = Route.coordinator
            static let sql = "SELECT ($1::timestamptz)::text, ($2::uuid)::text, $3::timestamptz"
            let time: PostgresTimestamp
            let uid: UUID
            var parameters: Parameters { Parameters(time, uid, PostgresTimestamp.infinity) }
            static func decode(_ row: inout RowReader) throws(PostgresError) -> (String, String, Bool) {
                (try row.read(), try row.read(), try row.read(PostgresTimestamp.self) == .infinity)
            }
        }
        let uid = UUID()
        try await withPool(try TestCluster.shared().parameters()) { pool, _ in
            let time = PostgresTimestamp(microsecondsSince1970: 1_700_000_000_123_456)
            let row = try await pool.run(AsText(time: time, uid: uid))[0]
            #expect(row == ("2023-11-14 22:13:20.123456+00", uid.uuidString.lowercased(), true))
        }
    }

    @Test func `text is read from varchar, char and name too`() async throws {
        struct Texts: Statement {
            static let route = Route.coordinator
            static let sql = "SELECT 'a'::varchar(5), 'b'::char(1), 'c'::name, ARRAY['d']::varchar[]"
            static func decode(_ row: inout RowReader) throws(PostgresError) -> [String] {
                [try row.read(), try row.read(), try row.read()] + (try row.read([String].self))
            }
        }
        try await withPool(try TestCluster.shared().parameters()) { pool, _ in
            let rows = try await pool.run(Texts())
            #expect(rows == [["a", "b", "c", "d"]])
        }
    }

    @Test func `another type, a NULL and a missing column are errors that say where`() async throws {
        struct Wrong<Value: PostgresValue, Column: WrongColumn>: Statement {
            static var route: Route { .coordinator }
            static var sql: String { Column.sql }
            static var name: String { "wrong-\(Value.typeName)-\(Column.self)" }
            static func decode(_ row: inout RowReader) throws(PostgresError) -> Value { try row.read() }
        }
        try await withPool(try TestCluster.shared().parameters()) { pool, _ in
            for error in [
                await failure { () async throws(PostgresError) in try await pool.run(Wrong<String, One>()) },
                await failure { () async throws(PostgresError) in try await pool.run(Wrong<Int64, Null>()) },
                await failure { () async throws(PostgresError) in
                    try await pool.run(Wrong<[Int32], NullInside>())
                },
                await failure { () async throws(PostgresError) in try await pool.run(Wrong<[Int32], Square>())
                },
                await failure { () async throws(PostgresError) in try await pool.run(Wrong<Int64, Nothing>())
                },
            ] {
                guard case .decoding(let text) = error else {
                    Issue.record("\(String(describing: error))")
                    continue
                }
                #expect(text.contains("column"))
            }
            // The connection is none the worse for it.
            let rows = try await pool.run(Echo<Int32>(value: 7))
            #expect(rows == [7])
        }
    }

    @Test func `a U+0000 in text is the server's error, not a cut string`() async throws {
        try await withPool(try TestCluster.shared().parameters()) { pool, _ in
            let error = await failure { () async throws(PostgresError) in
                try await pool.run(Echo<String>(value: "a\u{0}b"))
            }
            #expect(error?.sqlState == "22021")
        }
    }

    @Test func `malformed bytes decode to nothing`() {
        for count in 0..<40 {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37) }
            bytes.withUnsafeBytes { raw in
                #expect([Int32].decode(raw) == nil)
                #expect(count == 8 || Int64.decode(raw) == nil)
                #expect(count == 16 || UUID.decode(raw) == nil)
            }
        }
    }

    private static let timestamps = [
        0, 1, -1, 1_700_000_000_123_456, 946_684_800_000_000, -62_135_596_800_000_000, .max, .min,
    ].map { PostgresTimestamp(microsecondsSince1970: $0) }

    private func thousand<Value>(_ make: (Int) -> Value) -> [Value] { (0..<1_000).map(make) }

    private func roundTrip<Value: PostgresValue & Equatable & Sendable>(_ values: [Value]) async throws {
        try await withPool(try TestCluster.shared().parameters()) { pool, _ in
            for value in values {
                let rows = try await pool.run(Echo<Value>(value: value))
                #expect(rows == [value])
            }
        }
    }
}

private protocol WrongColumn {
    static var sql: String { get }
}
private enum One: WrongColumn {
    static let sql = "SELECT 1::int4 AS one"
}
private enum Null: WrongColumn {
    static let sql = "SELECT NULL::int8"
}
private enum NullInside: WrongColumn {
    static let sql = "SELECT ARRAY[1, NULL]::int4[]"
}
private enum Square: WrongColumn {
    static let sql = "SELECT '{{1,2},{3,4}}'::int4[]"
}
private enum Nothing: WrongColumn {
    static let sql = "SELECT FROM (VALUES (1)) AS one"
}
