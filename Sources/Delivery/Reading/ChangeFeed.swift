package import Batching
internal import Postgres
package import Referrals
internal import Store
package import Values

/// Why the feed gives no changes.
package enum ChangeFeedError: ServiceError {
    case unavailable
    case internalError
    /// Not all types are written.
    case off
    /// Rows behind the cursor are no longer kept.
    case gone(oldest: ChangeCursor)
    /// No change has had the cursor's position: the database is older than the cursor, or the cursor is
    /// made up.
    case ahead(oldest: ChangeCursor)

    package static var balanceTooLarge: ChangeFeedError { .internalError }
}

/// The outbox in order, for readers who keep their own cursor.
package final class ChangeFeed {
    private let context: LoopContext
    private let reader: ChangeReader

    package init(_ context: LoopContext, reader: ChangeReader) {
        self.context = context
        self.reader = reader
    }

    /// Behind all changes that were committed before the call; nil if the feed is off, or can't say.
    package func end() async -> ChangeCursor? {
        guard context.changes.isComplete else { return nil }
        return try? await reader.end()
    }

    /// - Parameters:
    ///   - cursor: nil for the oldest row kept.
    ///   - types: nil for all.
    ///   - subject: nil for all; with the players merged into the account, to which each of them leads.
    package func page(
        after cursor: ChangeCursor?, types: [String]?, of subject: UserID?, limit: Int,
        waitingMilliseconds: Int
    ) async throws(ChangeFeedError) -> ChangePage {
        guard context.changes.isComplete else { throw .off }
        // Rows may be dropped until they are read: afterwards it is known.
        let start = cursor ?? .start
        let (page, gone, next) = try await context.call(ChangeFeedError.self) { () throws(PostgresError) in
            var family: [UserID]?
            if let subject { family = try await context.pool.family(of: subject) }
            let page = try await reader.page(
                after: start, types: types, of: family, limit: limit,
                waitingMilliseconds: waitingMilliseconds)
            let (gone, next) = try await context.pool.run(
                FindGoneChanges(), FindNextChangeDay(after: start))
            return (page, gone.first ?? .start, next.first)
        }
        if let cursor, cursor.position < gone.position { throw .gone(oldest: gone) }
        if page.isAhead || start.passesOver(next) { throw .ahead(oldest: gone) }
        return page
    }
}
