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

    /// Of each kind: those that are due, resends, a replay's, and new changes.
    private static let countMax = 8
    /// Longer than 24 requests may take, of 15 seconds each.
    private static let resultSeconds: Int64 = 360
    /// Resends and tests come without a notification of changes.
    private static let lookMilliseconds = 500
    private static let renewMilliseconds = 10_000

    private let webhook: Webhook
    private let fencingToken: Int64
    private let context: LoopContext
    private let tail: ChangeTail
    private let filter: WebhookFilter
    private var progress: WebhookProgress
    /// Positions behind the progress that have a row already.
    private var ahead: Set<Int64> = []
    private var isLost = false
    private var renewedAt = MonotonicInstant.now
    private var lookAt = MonotonicInstant.now

    init(_ webhook: Webhook, _ fencingToken: Int64, _ context: LoopContext, _ tail: ChangeTail) {
        self.webhook = webhook
        self.fencingToken = fencingToken
        self.context = context
        self.tail = tail
        filter = WebhookFilter(webhook.terms)
        progress = webhook.progress
    }

    /// - Returns: nothing where none came in time.
    func run(untilMilliseconds milliseconds: Int) async throws(PostgresError) -> [HandedOut] {
        let deadline = MonotonicInstant.now.adding(milliseconds: milliseconds)
        let positions = try await context.pool.run(ListDeliveriesAhead(of: webhook.id, behind: progress.done))
        ahead = Set(positions)
        while !isLost, !Task.isCancelled {
            let found = try await handOut()
            let left = deadline.milliseconds(since: .now)
            if !found.isEmpty || left <= 0 { return found }
            await tail.wait(milliseconds: max(1, min(left, lookAt.milliseconds(since: .now))))
        }
        return []
    }

    private func handOut() async throws(PostgresError) -> [HandedOut] {
        let list = RetryList(rowsMax: Self.countMax)
        var due: [DueDelivery] = []
        if MonotonicInstant.now >= lookAt {
            lookAt = .now.adding(milliseconds: Self.lookMilliseconds)
            _ = try await list.read(for: webhook, upTo: progress.done, from: context.pool)
            due = list.takeAll()
        }
        due += try await news()
        let isRenewalDue = MonotonicInstant.now.milliseconds(since: renewedAt) >= Self.renewMilliseconds
        guard !due.isEmpty || isRenewalDue else { return [] }
        let rows = due.map(row)
        guard let written = try await record(rows) else { return [] }
        _ = try await list.noteWritten(rows, in: context.pool)
        return zip(due, rows).filter { written.contains($1.cursor.position) }.map { ($0.change, $1) }
    }

    private func news() async throws(PostgresError) -> [DueDelivery] {
        let page = try await tail.page(after: progress.done)
        let found = page.rows.filter { filter.admits($0) && !ahead.contains($0.cursor.position) }
        let taken = found.prefix(Self.countMax)
        progress.done = taken.count < found.count ? taken.last!.cursor : page.next
        let now = context.clock.now
        return taken.map { DueDelivery(change: $0, attempts: 0, createdAt: now, isReplay: false) }
    }

    private func row(for delivery: DueDelivery) -> WebhookDelivery {
        let now = context.clock.now
        return WebhookDelivery(
            of: delivery.change, state: .pending, attempts: delivery.attempts + 1,
            createdAt: delivery.createdAt, dueAt: now.adding(seconds: Self.resultSeconds),
            isReplay: delivery.isReplay,
            attempt: WebhookDelivery.Attempt(at: now, status: nil, failure: nil, reply: nil))
    }

    /// - Returns: the positions that have a row now, none of an erased player. Nil if a later call has taken
    ///   the webhook over: nothing is written.
    private func record(_ rows: [WebhookDelivery]) async throws(PostgresError) -> Set<Int64>? {
        let (_, version, written) = try await context.pool.run(
            LockDeliveredSubjects(Array(Set(rows.compactMap(\.subject)))),
            RecordDeliveries(
                rows, of: webhook.id, fencingToken: fencingToken, version: webhook.version, progress: progress
            ),
            ListDeliveriesAt(rows.map(\.cursor.position), of: webhook.id))
        renewedAt = .now
        isLost = version.first != webhook.version
        return version.isEmpty ? nil : Set(written)
    }
}
