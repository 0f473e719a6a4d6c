import Batching
import Delivery
import EventLoops
import FoundationEssentials
import Postgres
import Referrals
import Store
import TestSupport
import Testing
import Values

/// Readers see every change once, in order, whatever is open meanwhile.
struct ChangeReaderTests {
    private static let now = Timestamp(microsecondsSince1970: 1_760_000_000_000_000)

    private static func record(_ subjects: [UserID]) -> RecordChanges {
        RecordChanges(subjects.map { Change(.userSignedUp, of: $0, at: now) }) { UUID() }
    }

    private static func user() -> UserID { UserID(UUID()) }

    private static func withReader(
        connections: Int = 4,
        _ body: @escaping @Sendable (PostgresPool, ChangeReader, isolated EventLoop) async throws -> Void
    ) async throws {
        try await TestDatabase.withSchema { database in
            try await database.withPool(connections: connections) { pool, loop in
                let reader = try ChangeReader(pool: pool, notifications: Notifications(), on: loop)
                try await body(pool, reader, loop)
            }
        }
    }

    /// All of a subject, in pages of `limit`, until there are `count`.
    private static func read(
        _ count: Int, from reader: ChangeReader, limit: Int
    ) async throws -> [StoredChange] {
        var (rows, cursor): ([StoredChange], ChangeCursor) = ([], .start)
        let deadline = MonotonicInstant.now.adding(milliseconds: 60_000)
        while rows.count < count, MonotonicInstant.now < deadline {
            let page = try await reader.page(after: cursor, limit: limit, waitingMilliseconds: 1_000)
            rows += page.rows
            cursor = page.next
        }
        return rows
    }

    /// The transaction is the newest there is: no snapshot shows that it is open.
    @Test func `nothing goes past a transaction that has taken a position and is open`() async throws {
        try await Self.withReader { pool, reader, _ in
            let (early, late) = (Self.user(), Self.user())
            var seen: ChangeCursor?
            try await pool.transaction { transaction throws(PostgresError) in
                try await transaction.send(Self.record([early]))
                let page = try await reader.page(after: .start, limit: 10)
                #expect(page.rows.isEmpty)
                try await pool.run(Self.record([late]))
                seen = try await reader.page(after: page.next, limit: 10).next
                try await transaction.commit([])
            }
            let rows = try await Self.read(2, from: reader, limit: 10)
            #expect(rows.map(\.subject) == [early, late])
            let first = try #require(rows.first?.cursor.position)
            #expect(try #require(seen).position < first)
        }
    }

    /// Each of them finds what others of its loop have read, but not before its own rows show it.
    @Test func `several readers beside many writers miss nothing, and read nothing twice`() async throws {
        try await Self.withReader(connections: 8) { pool, reader, loop in
            let (writers, changes, readers) = (6, 60, 3)
            let subjects = (0..<writers).map { _ in Self.user() }
            nonisolated(unsafe) let (pool, reader) = (pool, reader)
            var tasks: [Task<[StoredChange], any Error>] = []
            for number in 0..<readers {
                tasks.append(
                    Task.immediate(priority: EventLoop.taskPriority) {
                        _ = loop
                        return try await Self.read(
                            writers * changes, from: reader, limit: number == 0 ? 7 : 1_000)
                    })
            }
            var writing: [Task<Void, any Error>] = []
            for subject in subjects {
                writing.append(
                    Task.immediate(priority: EventLoop.taskPriority) {
                        _ = loop
                        for _ in 0..<changes {
                            try await pool.transaction { transaction throws(PostgresError) in
                                try await transaction.send(Self.record([subject]))
                                try? await loop.sleep(milliseconds: Int.random(in: 0...3))
                                try await transaction.commit([])
                            }
                        }
                    })
            }
            for task in writing { try await task.value }
            for task in tasks {
                let rows = try await task.value
                #expect(rows.count == writers * changes)
                #expect(rows.map(\.cursor.position) == rows.map(\.cursor.position).sorted())
                for subject in subjects {
                    let sequences = rows.filter { $0.subject == subject }.map(\.sequence)
                    #expect(sequences == (1...changes).map { Int64($0) })
                }
            }
        }
    }

    @Test func `a cursor ahead of the last position, or of today, gives no rows`() async throws {
        try await Self.withReader { pool, reader, _ in
            try await pool.run(Self.record([Self.user()]))
            let end = try #require(try await pool.run(FindLastPosition()).first)
            let ahead = [
                ChangeCursor(position: end.position + 1, day: end.day),
                ChangeCursor(position: end.position, day: end.day + 2),
            ]
            for cursor in ahead {
                let page = try await reader.page(after: cursor, limit: 10, waitingMilliseconds: 60_000)
                #expect(page.isAhead && page.rows.isEmpty && page.next == cursor)
                #expect(page.horizon.position <= end.position)
            }
            let page = try await reader.page(after: end, limit: 10)
            #expect(!page.isAhead)
        }
    }

    /// While a page's rows travel, others find that later ones are complete.
    @Test func `a page ends where its own rows end`() async throws {
        try await Self.withReader(connections: 8) { pool, reader, loop in
            try await pool.run(Self.record((0..<3_000).map { _ in Self.user() }))
            nonisolated(unsafe) let (pool, reader) = (pool, reader)
            var others: [Task<Void, any Error>] = []
            for _ in 0..<3 {
                others.append(
                    Task.immediate(priority: EventLoop.taskPriority) {
                        _ = loop
                        while !Task.isCancelled { try await pool.run(Self.record([Self.user()])) }
                    })
                others.append(
                    Task.immediate(priority: EventLoop.taskPriority) {
                        _ = loop
                        while !Task.isCancelled { _ = try await reader.end() }
                    })
            }
            for _ in 0..<20 {
                // Nothing is rolled back, so that there is a row for each position.
                let page = try await reader.page(after: .start, limit: 100_000)
                #expect(Int64(page.rows.count) == page.next.position)
            }
            for task in others { task.cancel() }
            for task in others { try await task.value }
        }
    }
}
