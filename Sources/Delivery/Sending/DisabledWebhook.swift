internal import Batching
internal import EventLoops
internal import Postgres
internal import Referrals
internal import Store

/// Keeps what a disabled webhook misses, so that it is listed, and can be replayed later.
final class DisabledWebhook: WebhookWork {
    private static let pauseMilliseconds = 1_000

    let lease: WebhookLease
    private let tail: ChangeTail
    private let filter: WebhookFilter
    private let alarm: Alarm
    private var isEnding = false

    init(_ lease: WebhookLease, tail: ChangeTail, on loop: isolated EventLoop) throws(EventLoopError) {
        self.lease = lease
        self.tail = tail
        filter = WebhookFilter(lease.webhook.terms)
        alarm = try Alarm(on: loop)
    }

    /// The webhook may be another.
    func look() {
        lease.renewIsDue = true
        alarm.ring()
    }

    func end() {
        isEnding = true
        alarm.ring()
    }

    func run(on loop: isolated EventLoop) async throws(PostgresError) {
        var cursor = lease.webhook.progress.done
        let positions = try await lease.pool.run(ListDeliveriesAhead(of: lease.id, behind: cursor))
        let ahead = Set(positions)
        while !isEnding, !lease.isLost, !lease.isChanged {
            let page = try await tail.page(after: cursor)
            cursor = page.next
            let missed = page.rows.filter { filter.admits($0) && !ahead.contains($0.cursor.position) }.map {
                WebhookDelivery(of: $0, state: .missed, attempts: 0, createdAt: lease.now)
            }
            if !missed.isEmpty || lease.millisecondsToRenewal <= 0 {
                try await lease.write(missed, upTo: cursor)
            }
            guard !lease.isChanged, !lease.isLost else { break }
            let hasMore = try await lease.missDue()
            if !page.isFull, !hasMore { await alarm.wait(milliseconds: Self.pauseMilliseconds) }
        }
        try await lease.release()
    }
}
