package import Batching
package import EventLoops
package import Postgres
package import Referrals
internal import Store
package import Values

/// Reads changes in order, up to the horizon, for all readers of one loop.
package final class ChangeReader {
    /// Without a notification, and while transactions with earlier positions are open.
    private static let pollMilliseconds = 200
    private static let waitingMilliseconds = 5
    private static let patienceMilliseconds = 1_000

    private let pool: PostgresPool
    private var horizon = ChangeHorizon()
    private var waitingSince: MonotonicInstant?
    private var sleepers: [Waiting] = []
    private var alarm: LoopTimer?

    package init(
        pool: PostgresPool, notifications: Notifications, on loop: isolated EventLoop
    ) throws(EventLoopError) {
        self.pool = pool
        alarm = try loop.timer { [weak self] in self?.wake() }
        notifications.listen(to: Channels.changes) { [weak self] _ in self?.wake() }
    }

    /// How long positions have waited for the end of their transactions.
    package var horizonMilliseconds: Int {
        waitingSince.map { MonotonicInstant.now.milliseconds(since: $0) } ?? 0
    }

    /// The changes behind `cursor`, those at least that were committed before the call.
    ///
    /// - Parameters:
    ///   - types: nil for all.
    ///   - subject: nil for all, or all of `subjects`.
    package func page(
        after cursor: ChangeCursor, types: [String]? = nil, of subject: UserID? = nil,
        ofAny subjects: [UserID]? = nil, limit: Int
    ) async throws(PostgresError) -> ChangePage {
        try await reachingEnd { () throws(PostgresError) in
            let (last, open, rows) = try await read(after: cursor, types, subject, subjects, limit)
            let newest = note(last, open)
            let end = horizon.cursor ?? .start
            let complete = rows.prefix { $0.cursor.position <= end.position }
            if complete.count == limit, let last = complete.last {
                return (nil, ChangePage(rows: rows, next: last.cursor, isFull: true))
            }
            let next = end.position > cursor.position ? end : cursor
            return (newest, ChangePage(rows: Array(complete), next: next, isFull: false))
        }
    }

    /// The same, waiting for the first up to `milliseconds`.
    package func page(
        after cursor: ChangeCursor, types: [String]? = nil, of subject: UserID? = nil, limit: Int,
        waitingMilliseconds milliseconds: Int
    ) async throws(PostgresError) -> ChangePage {
        let deadline = MonotonicInstant.now.adding(milliseconds: milliseconds)
        var cursor = cursor
        while true {
            let page = try await page(after: cursor, types: types, of: subject, limit: limit)
            let left = deadline.milliseconds(since: .now)
            guard page.rows.isEmpty, left > 0, !Task.isCancelled else { return page }
            cursor = page.next
            await wait(milliseconds: left)
        }
    }

    /// Where changes are complete: all that were committed before the call are up to there.
    package func end() async throws(PostgresError) -> ChangeCursor {
        try await reachingEnd { () throws(PostgresError) in
            let (last, open) = try await pool.run(FindLastPosition(), FindOpenTransactions())
            return (note(last, open), horizon.cursor ?? .start)
        }
    }

    /// Reads, again until all positions that were taken before are complete. A transaction that stays open
    /// for longer than `patienceMilliseconds` hides later changes from all readers.
    private func reachingEnd<Value>(
        _ read: () async throws(PostgresError) -> (newest: ChangeCursor?, Value)
    ) async throws(PostgresError) -> Value {
        let deadline = MonotonicInstant.now.adding(milliseconds: Self.patienceMilliseconds)
        var target: Int64?
        while true {
            let (newest, value) = try await read()
            guard let newest else { return value }
            target = target ?? newest.position
            let isThere = (horizon.cursor?.position ?? -1) >= target ?? 0
            if isThere || MonotonicInstant.now >= deadline || Task.isCancelled { return value }
            await wait(milliseconds: Self.waitingMilliseconds)
        }
    }

    /// Until there may be more; all wait together, and look again together.
    package func wait(milliseconds: Int) async {
        let sleeper = Waiting()
        await sleeper.wait {
            if sleepers.isEmpty || horizon.isWaiting {
                let poll = horizon.isWaiting ? Self.waitingMilliseconds : Self.pollMilliseconds
                alarm?.start(afterMilliseconds: min(milliseconds, poll))
            }
            sleepers.append(sleeper)
            return true
        }
    }

    private func wake() {
        let sleepers = sleepers
        self.sleepers = []
        for sleeper in sleepers { sleeper.wake() }
    }

    private func read(
        after cursor: ChangeCursor, _ types: [String]?, _ subject: UserID?, _ subjects: [UserID]?,
        _ limit: Int
    ) async throws(PostgresError) -> ([ChangeCursor], [OpenTransactions], [StoredChange]) {
        guard let subject else {
            return try await pool.run(
                FindLastPosition(), FindOpenTransactions(),
                ListChanges(after: cursor, upTo: .max, types: types, subjects: subjects, limit: limit))
        }
        return try await pool.run(
            FindLastPosition(), FindOpenTransactions(),
            ListChangesOfSubject(of: subject, after: cursor, upTo: .max, types: types, limit: limit))
    }

    /// - Returns: the last position that was taken.
    private func note(_ last: [ChangeCursor], _ open: [OpenTransactions]) -> ChangeCursor? {
        guard let last = last.first, let open = open.first else { return nil }
        horizon.note(last: last, open)
        waitingSince = horizon.isWaiting ? waitingSince ?? .now : nil
        return last
    }
}
