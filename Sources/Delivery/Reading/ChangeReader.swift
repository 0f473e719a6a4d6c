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
    /// Since when positions that are taken wait for the end of their transactions; nil while none do.
    private var hiddenSince: MonotonicInstant?
    private var sleepers: [Waiting] = []
    private var alarm: LoopTimer?
    private var alarmAt: MonotonicInstant?

    package init(
        pool: PostgresPool, notifications: Notifications, on loop: isolated EventLoop
    ) throws(EventLoopError) {
        self.pool = pool
        alarm = try loop.timer { [weak self] in self?.wake() }
        notifications.listen(to: Channels.changes) { [weak self] _ in self?.wake() }
    }

    /// The changes behind `cursor`, those at least that were committed before the call. A cursor beyond the
    /// last position gives a page that is ahead.
    ///
    /// - Parameters:
    ///   - types: nil for all.
    ///   - family: nil for all, or all of `subjects`. Each is read by itself, so they should be few.
    ///   - subjects: nil for all.
    package func page(
        after cursor: ChangeCursor, types: [String]? = nil, of family: [UserID]? = nil,
        ofAny subjects: [UserID]? = nil, limit: Int
    ) async throws(PostgresError) -> ChangePage {
        try await reachingEnd { known throws(PostgresError) in
            let (last, open, rows) = try await read(after: cursor, types, family, subjects, limit)
            let end = known.noting(last, open)
            if let last = last.first, cursor.isAhead(of: last) {
                let page = ChangePage(
                    rows: [], next: cursor, isFull: false, horizon: end.cursor, isAhead: true)
                return (nil, page)
            }
            let page = ChangePage(rows, after: cursor, upTo: end.cursor, limit: limit)
            return (page.isFull ? nil : end, page)
        }
    }

    /// The changes behind `cursor` that are complete now, of all types and users; none that a transaction
    /// which is still open may precede.
    package func complete(after cursor: ChangeCursor, limit: Int) async throws(PostgresError) -> ChangePage {
        let known = horizon
        let (last, open, rows) = try await read(after: cursor, nil, nil, nil, limit)
        let end = known.noting(last, open)
        merge(end)
        return ChangePage(rows, after: cursor, upTo: end.cursor, limit: limit)
    }

    /// The same as `page`, waiting for the first up to `milliseconds`.
    package func page(
        after cursor: ChangeCursor, types: [String]? = nil, of family: [UserID]? = nil, limit: Int,
        waitingMilliseconds milliseconds: Int
    ) async throws(PostgresError) -> ChangePage {
        let deadline = MonotonicInstant.now.adding(milliseconds: milliseconds)
        var cursor = cursor
        while true {
            let page = try await page(after: cursor, types: types, of: family, limit: limit)
            let left = deadline.milliseconds(since: .now)
            guard page.rows.isEmpty, !page.isAhead, left > 0, !Task.isCancelled else { return page }
            cursor = page.next
            await wait(milliseconds: left)
        }
    }

    /// Where changes are complete: all that were committed before the call are up to there.
    package func end() async throws(PostgresError) -> ChangeCursor {
        try await reachingEnd { known throws(PostgresError) in
            let (last, open) = try await pool.run(FindLastPosition(), FindOpenTransactions())
            let end = known.noting(last, open)
            return (end, end.cursor)
        }
    }

    /// Reads, again until all positions that were taken before are complete. A transaction that stays open
    /// for longer than `patienceMilliseconds` hides later changes from all readers.
    ///
    /// - Parameter read: gets the horizon from before it reads: what others find meanwhile may be later than
    ///   its rows. It returns the horizon of its rows; nil where it found enough.
    private func reachingEnd<Value>(
        _ read: (_ known: ChangeHorizon) async throws(PostgresError) -> (ChangeHorizon?, Value)
    ) async throws(PostgresError) -> Value {
        let deadline = MonotonicInstant.now.adding(milliseconds: Self.patienceMilliseconds)
        var target: Int64?
        while true {
            let (end, value) = try await read(horizon)
            guard let end else { return value }
            merge(end)
            target = target ?? end.last
            let isThere = end.cursor.position >= target ?? 0
            if isThere || MonotonicInstant.now >= deadline || Task.isCancelled { return value }
            await wait(milliseconds: Self.waitingMilliseconds)
        }
    }

    /// Until there may be more; all wait together, and look again together.
    package func wait(milliseconds: Int) async {
        let sleeper = Waiting()
        let poll = horizon.isWaiting ? Self.waitingMilliseconds : Self.pollMilliseconds
        await sleeper.wait {
            sleepers.append(sleeper)
            setAlarm(at: .now.adding(milliseconds: min(milliseconds, poll)))
            return true
        }
    }

    /// For how long an open transaction has hidden later changes from readers.
    package var horizonMilliseconds: Int {
        hiddenSince.map { MonotonicInstant.now.milliseconds(since: $0) } ?? 0
    }

    private func merge(_ found: ChangeHorizon) {
        let before = horizon.cursor
        horizon.merge(found)
        if !horizon.isWaiting {
            hiddenSince = nil
        } else if hiddenSince == nil || horizon.cursor != before {
            hiddenSince = .now
        }
    }

    /// At the earliest time that a sleeper asks for.
    private func setAlarm(at time: MonotonicInstant) {
        if let alarmAt, alarmAt <= time { return }
        alarmAt = time
        alarm?.start(afterMilliseconds: max(0, time.milliseconds(since: .now)))
    }

    private func wake() {
        alarmAt = nil
        let sleepers = sleepers
        self.sleepers = []
        for sleeper in sleepers { sleeper.wake() }
    }

    private func read(
        after cursor: ChangeCursor, _ types: [String]?, _ family: [UserID]?, _ subjects: [UserID]?,
        _ limit: Int
    ) async throws(PostgresError) -> ([ChangeCursor], [OpenTransactions], [StoredChange]) {
        guard let family, let first = family.first else {
            return try await pool.run(
                FindLastPosition(), FindOpenTransactions(),
                ListChanges(after: cursor, upTo: .max, types: types, subjects: subjects, limit: limit))
        }
        var (last, open, rows) = try await pool.run(
            FindLastPosition(), FindOpenTransactions(),
            ListChangesOfSubject(of: first, after: cursor, upTo: .max, types: types, limit: limit))
        // Read later, so that all up to the horizon are among them.
        for subject in family.dropFirst() {
            rows += try await pool.run(
                ListChangesOfSubject(of: subject, after: cursor, upTo: .max, types: types, limit: limit))
        }
        if family.count > 1 {
            rows = Array(rows.sorted { $0.cursor.position < $1.cursor.position }.prefix(limit))
        }
        return (last, open, rows)
    }
}
