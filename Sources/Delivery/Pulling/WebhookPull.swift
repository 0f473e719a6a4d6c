internal import Batching
internal import EventLoops
internal import FoundationEssentials
internal import Postgres
internal import Referrals
internal import Store
internal import Values

/// One call of a receiver that pulls: it waits for deliveries, until a later call takes the webhook over.
final class WebhookPull {
    typealias HandedOut = (change: StoredChange, row: WebhookDelivery)

    /// Of each of four kinds: those that are due, resends, a replay's, and new changes.
    private static let countMax = 8
    /// Longer than a receiver may take for all, at 15 seconds each.
    private static let resultSeconds: Int64 = 600
    /// Resends and tests come without a notification of changes.
    private static let lookMilliseconds = 500

    private let lease: WebhookLease
    private let tail: ChangeTail
    private let filter: WebhookFilter
    private var done: ChangeCursor
    /// Positions behind `done` that have a row already.
    private var ahead: Set<Int64> = []
    private var lookAt = MonotonicInstant.now

    init(_ lease: WebhookLease, _ tail: ChangeTail) {
        self.lease = lease
        self.tail = tail
        filter = WebhookFilter(lease.webhook.terms)
        done = lease.webhook.progress.done
    }

    /// - Returns: nothing where none came in time.
    func run(untilMilliseconds milliseconds: Int) async throws(PostgresError) -> [HandedOut] {
        let deadline = MonotonicInstant.now.adding(milliseconds: milliseconds)
        let positions = try await lease.pool.run(ListDeliveriesAhead(of: lease.id, behind: done))
        ahead = Set(positions)
        while !lease.isLost, !lease.isChanged, !Task.isCancelled {
            let found = try await handOut()
            let left = deadline.milliseconds(since: .now)
            if !found.isEmpty || left <= 0 { return found }
            await tail.wait(milliseconds: max(1, min(left, lookAt.milliseconds(since: .now))))
        }
        return []
    }

    /// Writes what it hands out first: an erased player's deliveries get no row, and aren't handed out.
    private func handOut() async throws(PostgresError) -> [HandedOut] {
        let list = RetryList(rowsMax: Self.countMax)
        var due: [DueDelivery] = []
        if MonotonicInstant.now >= lookAt {
            lookAt = .now.adding(milliseconds: Self.lookMilliseconds)
            _ = try await list.read(for: lease.webhook, upTo: done, from: lease.pool)
            due = list.takeAll()
        }
        due += try await news()
        guard !due.isEmpty || lease.millisecondsToRenewal <= 0 else { return [] }
        let rows = due.map(row)
        try await lease.write(rows, upTo: done)
        guard !lease.isLost else { return [] }
        _ = try await list.noteWritten(rows, in: lease.pool)
        let written = try await lease.pool.run(ListDeliveriesAt(rows.map(\.cursor.position), of: lease.id))
        return zip(due, rows).filter { written.contains($1.cursor.position) }.map { ($0.change, $1) }
    }

    private func news() async throws(PostgresError) -> [DueDelivery] {
        let page = try await tail.page(after: done)
        let found = page.rows.filter { filter.admits($0) && !ahead.contains($0.cursor.position) }
        let taken = found.prefix(Self.countMax)
        done = taken.count < found.count ? taken.last!.cursor : page.next
        let now = lease.now
        return taken.map { DueDelivery(change: $0, attempts: 0, createdAt: now, isReplay: false) }
    }

    private func row(for delivery: DueDelivery) -> WebhookDelivery {
        let now = lease.now
        return WebhookDelivery(
            of: delivery.change, state: .pending, attempts: delivery.attempts + 1,
            createdAt: delivery.createdAt, dueAt: now.adding(seconds: Self.resultSeconds),
            isReplay: delivery.isReplay,
            attempt: WebhookDelivery.Attempt(at: now, status: nil, failure: nil, reply: nil))
    }
}
