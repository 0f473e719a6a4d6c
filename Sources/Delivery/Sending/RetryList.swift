internal import EventLoops
internal import FoundationEssentials
internal import Postgres
internal import Referrals
internal import Store

/// Deliveries that are due again, and those that are replayed, until their results are written.
final class RetryList {
    /// 100 a second.
    private static let replayMilliseconds = 10
    private static let againMilliseconds = 100
    /// A replay looks at so many positions at a time.
    private static let replaySpan: Int64 = 10_000

    private let rowsMax: Int
    private var due: [DueDelivery] = []
    private var replays: [DueDelivery] = []
    /// The positions of all that are due, under way, or not yet written.
    private var busy: Set<Int64> = []
    private var isRetryNext = true
    private var replayedAt: MonotonicInstant?
    private var part: ReplayPart?

    private struct ReplayPart {
        let replay: UUID
        let end: Int64
        var left: Set<Int64>
    }

    /// - Parameter rowsMax: of each kind: due, resends, and a replay's.
    init(rowsMax: Int = 100) {
        self.rowsMax = rowsMax
    }

    var hasDue: Bool { !due.isEmpty }

    /// Every other time a retry, so that live changes go, too.
    func nextOrNone() -> DueDelivery? {
        isRetryNext.toggle()
        return isRetryNext ? nil : next()
    }

    func next() -> DueDelivery? { due.isEmpty ? nil : due.removeFirst() }

    /// Milliseconds until a replay may start; nil without one.
    func replayPause(at now: MonotonicInstant) -> Int? {
        guard !replays.isEmpty else { return nil }
        return replayedAt.map { max(0, Self.replayMilliseconds - now.milliseconds(since: $0)) } ?? 0
    }

    func nextReplay(at now: MonotonicInstant) -> DueDelivery? {
        guard replayPause(at: now) == 0 else { return nil }
        replayedAt = now
        return replays.removeFirst()
    }

    /// All that was read, for a receiver that sets the pace itself.
    func takeAll() -> [DueDelivery] {
        defer { (due, replays) = ([], []) }
        return due + replays
    }

    /// Reads what is due.
    ///
    /// - Parameter done: changes behind it are still to be sent for the first time.
    /// - Returns: milliseconds until it is to be called again; nil where nothing is known to come.
    func read(
        for webhook: Webhook, upTo done: ChangeCursor, from pool: PostgresPool
    ) async throws(PostgresError) -> Int? {
        let without = Array(busy)
        let (retries, resends, pause) = try await pool.run(
            ListDueDeliveries(
                of: webhook.id, areReplays: false, isOrdered: webhook.terms.isOrdered, without: without,
                limit: room(in: due)),
            ListDueDeliveries(
                of: webhook.id, areReplays: true, isOrdered: false, without: without, limit: room(in: replays)
            ),
            FindNextDue(of: webhook.id, without: without))
        due += add(retries)
        replays += add(resends)
        let hasMore = try await readReplay(for: webhook, upTo: done, from: pool)
        if hasMore { return Self.againMilliseconds }
        // Rows that can't be sent yet are due, too.
        return pause.first.flatMap(\.self).map { max(Self.againMilliseconds, Int($0)) }
    }

    private func room(in list: [DueDelivery]) -> Int { rowsMax - min(rowsMax, list.count) }

    /// Those that aren't busy; they are from now on.
    private func add(_ found: [DueDelivery]) -> [DueDelivery] {
        found.filter { busy.insert($0.change.cursor.position).inserted }
    }

    /// - Returns: whether the replay goes on, without a result that it waits for.
    private func readReplay(
        for webhook: Webhook, upTo done: ChangeCursor, from pool: PostgresPool
    ) async throws(PostgresError) -> Bool {
        guard part == nil, let replay = try await pool.run(FindReplay(of: webhook.id)).first else {
            return false
        }
        let last = min(replay.lastPosition, replay.donePosition + Self.replaySpan, done.position)
        // The queue isn't there yet.
        guard last > replay.donePosition || replay.donePosition >= replay.lastPosition else { return false }
        let types = replay.types ?? webhook.terms.types.map { $0.map(\.rawValue) }
        let found = try await pool.run(
            ListReplayedChanges(replay, upTo: last, types: types, limit: rowsMax))
        let end = found.count == rowsMax ? found[found.count - 1].change.cursor.position : last
        let filter = WebhookFilter(webhook.terms, types: types)
        let taken = add(found.filter { filter.admits($0.change) })
        replays += taken
        part = ReplayPart(replay: replay.id, end: end, left: Set(taken.map(\.change.cursor.position)))
        return try await endPart(in: pool)
    }

    /// - Returns: whether `read` may find more.
    func noteWritten(_ rows: [WebhookDelivery], in pool: PostgresPool) async throws(PostgresError) -> Bool {
        for row in rows {
            busy.remove(row.cursor.position)
            part?.left.remove(row.cursor.position)
        }
        return try await endPart(in: pool)
    }

    private func endPart(in pool: PostgresPool) async throws(PostgresError) -> Bool {
        guard let part, part.left.isEmpty else { return false }
        try await pool.run(AdvanceReplay(part.replay, to: part.end))
        self.part = nil
        return true
    }
}
