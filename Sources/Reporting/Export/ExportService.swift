package import Batching
internal import Postgres
package import Referrals
package import Rewards
internal import Store
package import Values

/// Takes a whole table out, page by page, as one snapshot of the database has it.
package final class ExportService {
    /// Rows that are read at once: they are all that is kept of a table.
    private static let pageRows = 2_000
    /// How long a page may take.
    private static let pageMilliseconds = 20_000

    private let context: RewardsContext
    private var isAtWork = false

    package init(_ context: RewardsContext) {
        self.context = context
    }

    /// Claims the only slot of this loop; `export` must follow, which releases it.
    ///
    /// - Returns: false while another export is at work.
    package func take() -> Bool {
        guard !isAtWork else { return false }
        isAtWork = true
        return true
    }

    /// - Parameter take: is given each page, the first also when it is empty; says whether it wants another.
    /// - Throws: what went wrong, before `take` was first called or later.
    package func export(
        _ subject: ExportSubject, from: Timestamp?, until: Timestamp?,
        take: ([ExportedRow]) async -> Bool
    ) async throws(InfrastructureError) {
        defer { isAtWork = false }
        try await context.call { () throws(PostgresError) in
            let rows = try await walk(subject.page, from, until, take)
            guard let rows else { return }
            let change = Change(
                .exportDone, of: nil, at: context.clock.now, .export(table: subject.rawValue, rows: rows))
            try await context.pool.runAll(context.changes.statements { $0.add(change) })
        }
    }

    /// - Returns: how many rows there were; nil where not all were wanted.
    private func walk<Page: ExportedPage>(
        _ page: Page.Type, _ from: Timestamp?, _ until: Timestamp?, _ take: ([ExportedRow]) async -> Bool
    ) async throws(PostgresError) -> Int64? {
        var hasBegun = false
        return try await context.pool.transaction(
            isolation: .repeatableRead, isReadOnly: true, statementTimeoutMilliseconds: Self.pageMilliseconds
        ) { transaction throws(PostgresError) in
            // Sent rows can't be sent again.
            guard !hasBegun else { throw .misuse("an export lost its connection") }
            try await transaction.send(WaitBetweenPages())
            var position = ExportPosition.start
            var count: Int64 = 0
            while true {
                let rows = try await transaction.send(
                    Page(after: position, from: from, until: until, limit: Self.pageRows))
                hasBegun = true
                guard await take(rows.map(\.row)) else { return nil }
                count += Int64(rows.count)
                guard rows.count == Self.pageRows, let last = rows.last else { return count }
                position = last.position
            }
        }
    }
}
