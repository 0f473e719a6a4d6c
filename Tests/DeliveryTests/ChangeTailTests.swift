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

/// What webhooks share reading is read behind each one's own cursor.
struct ChangeTailTests {
    @Test func `readers that begin together at different cursors each get what is behind theirs`()
        async throws
    {
        try await TestDatabase.withSchema { database in
            try await database.withPool(connections: 4) { pool, loop in
                let changes = (0..<20).map { _ in
                    Change(.keyCreated, of: nil, at: Timestamp(microsecondsSince1970: 0))
                }
                try await pool.run(RecordChanges(changes) { UUID() })
                let reader = try ChangeReader(pool: pool, notifications: Notifications(), on: loop)
                // Other tests' transactions may hide them for a while.
                var all: [ChangeCursor] = []
                while all.count < changes.count {
                    all = try await reader.page(after: .start, limit: 100).rows.map(\.cursor)
                }
                let tail = ChangeTail(reader)
                var found: [Int: [Int64]] = [:]
                var tasks: [Task<Void, any Error>] = []
                for index in [14, 4, 17, 14] {
                    tasks.append(
                        Task.immediate {
                            _ = loop
                            let page = try await tail.page(after: all[index])
                            found[index] = page.rows.map(\.cursor.position)
                        })
                }
                for task in tasks { try await task.value }
                for (index, positions) in found {
                    #expect(positions == all[(index + 1)...].map(\.position))
                }
                func read(behind index: Int) async throws -> [Int64] {
                    try await tail.page(after: all[index]).rows.map(\.cursor.position)
                }
                // From memory, or from the database.
                #expect(try await read(behind: 16) == all[17...].map(\.position))
                #expect(try await read(behind: 0) == all[1...].map(\.position))
                #expect(try await read(behind: 19).isEmpty as Bool)
            }
        }
    }
}
