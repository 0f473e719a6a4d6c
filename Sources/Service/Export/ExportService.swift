internal import Postgres
package import Referrals
internal import Store
package import Values

/// Takes a whole table out, page by page, as one snapshot of the database has it.
package final class ExportService {
    /// Rows that are read at once: they are all that is kept of a table.
    private static let pageRows = 2_000
    /// How long a page may take.
    private static let pageMilliseconds = 20_000

    private let context: ServiceContext
    private var isAtWork = false

    init(_ context: ServiceContext) {
        self.context = context
    }

    package enum Ending: Sendable {
        /// All rows were taken.
        case whole
        /// Whoever takes them wants no more.
        case abandoned
        case failed
    }

    /// Claims the one place there is on this loop; `export` must follow, which gives it back.
    ///
    /// - Returns: false while another export is at work.
    package func take() -> Bool {
        guard !isAtWork else { return false }
        isAtWork = true
        return true
    }

    /// - Parameter take: is given each page, and says whether it wants another.
    package func export(
        _ subject: ExportSubject, from: Timestamp?, until: Timestamp?,
        take: ([ExportedRow]) async -> Bool
    ) async -> Ending {
        defer { isAtWork = false }
        do throws(CallFailure) {
            return try await context.call { () throws(PostgresError) in
                try await walk(subject.page, from, until, take)
            }
        } catch {
            return .failed
        }
    }

    private func walk<Page: ExportedPage>(
        _ page: Page.Type, _ from: Timestamp?, _ until: Timestamp?, _ take: ([ExportedRow]) async -> Bool
    ) async throws(PostgresError) -> Ending {
        var hasBegun = false
        return try await context.pool.transaction(
            isolation: .repeatableRead, isReadOnly: true, statementTimeoutMilliseconds: Self.pageMilliseconds
        ) { transaction throws(PostgresError) in
            // What was sent can't be sent again.
            guard !hasBegun else { throw .misuse("an export lost its connection") }
            hasBegun = true
            try await transaction.send(WaitBetweenPages())
            var position = ExportPosition.start
            while true {
                let rows = try await transaction.send(
                    Page(after: position, from: from, until: until, limit: Self.pageRows))
                guard let last = rows.last else { return .whole }
                position = last.position
                guard await take(rows.map(\.row)) else { return .abandoned }
                if rows.count < Self.pageRows { return .whole }
            }
        }
    }
}
