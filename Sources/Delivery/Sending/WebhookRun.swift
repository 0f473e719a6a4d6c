internal import Batching
internal import EventLoops
internal import FoundationEssentials
internal import Postgres
internal import Referrals
internal import Store
internal import Values
internal import WebClient

/// Sends one webhook's changes, for as long as this process has its lease.
///
/// First attempts come in order from a queue, which is filled from the outbox. Each result makes a row in
/// `deliveries`, from which retries come. Rows are written in batches, together with how far the queue is.
/// After a crash another process goes on from there: it repeats only requests whose results weren't written.
final class WebhookRun: WebhookWork {
    private static let writeMilliseconds = 50
    private static let writeRowsMax = 250
    /// A request that begins so late ends within the lease of 27 seconds. Later another process may send.
    private static let leaseMilliseconds = 12_000
    private static let lookMilliseconds = 15_000
    private static let failureMilliseconds = 500
    private static let requestMilliseconds = 60_000
    /// Longer than a request may take.
    private static let drainMilliseconds = 16_000

    let lease: WebhookLease
    private let tail: ChangeTail
    private let sending: SendingConfiguration
    private let vault: WebhookVault
    private var request: (made: DeliveryRequest, at: MonotonicInstant)?
    private let filter: WebhookFilter
    private let alarm: Alarm
    private let metrics: ServiceMetrics
    private(set) var queue: DeliveryQueue
    let retries = RetryList()
    private(set) var pace: SendingPace
    private var order: SubjectOrder
    private(set) var results: [WebhookDelivery] = []
    private var resultsSince: MonotonicInstant?
    private var isWriting = false
    /// Whether the last write failed.
    private var isUnwritten = false
    private(set) var lookAt = MonotonicInstant.now
    /// Positions behind the queue's start that have a row already.
    private var written: Set<Int64> = []
    private var isEnding = false

    init(
        _ lease: WebhookLease, tail: ChangeTail, _ sending: SendingConfiguration, vault: WebhookVault,
        metrics: ServiceMetrics, on loop: isolated EventLoop
    ) throws(EventLoopError) {
        self.lease = lease
        self.tail = tail
        self.sending = sending
        self.vault = vault
        self.metrics = metrics
        let webhook = lease.webhook
        filter = WebhookFilter(webhook.terms)
        alarm = try Alarm(on: loop)
        queue = DeliveryQueue(from: webhook.progress.done, isOrdered: webhook.terms.isOrdered)
        pace = SendingPace(ratePerSecond: webhook.terms.ratePerSecond)
        order = SubjectOrder(isOn: webhook.terms.isOrdered)
    }

    /// How many wait for their first attempt, and since when the oldest.
    var backlog: (count: Int, oldest: Timestamp?) { (queue.waitingCount, queue.oldest) }

    /// There may be deliveries that are due, or the webhook may be another.
    func look() {
        lookAt = .now
        lease.renewIsDue = true
        alarm.ring()
    }

    /// Ends soon, so that another process can go on.
    func end() {
        isEnding = true
        alarm.ring()
    }

    /// Returns when the lease is lost, or given back.
    func run(on loop: isolated EventLoop) async throws(PostgresError) {
        let ahead = try await lease.pool.run(ListDeliveriesAhead(of: lease.id, behind: queue.read))
        written = Set(ahead)
        if order.isOn { order.block(try await lease.pool.run(ListBlockedSubjects(of: lease.id))) }
        let feeder = Task.immediate(priority: EventLoop.taskPriority) {
            _ = loop
            await feed()
        }
        defer { feeder.cancel() }
        while !isEnding, !lease.isLost {
            await goOn(on: loop)
            await alarm.wait(milliseconds: pause)
        }
        await drain(on: loop)
    }

    private func goOn(on loop: isolated EventLoop) async {
        do throws(PostgresError) {
            // Results that aren't written may be due in the database, so they are written before it is read.
            if isUnwritten { try await write() }
            if MonotonicInstant.now >= lookAt { try await lookForDue() }
            start(on: loop)
            if isWriteDue { try await write() }
        } catch {
            if error == .closed { return end() }
            lease.log(error)
            try? await loop.sleep(milliseconds: Self.failureMilliseconds)
        }
        if lease.isChanged { end() }
    }

    /// Until something is to be done, if nothing happens.
    private var pause: Int {
        var pause = min(lookAt.milliseconds(since: .now), lease.millisecondsToRenewal)
        if let resultsSince {
            pause = min(
                pause, Self.writeMilliseconds - MonotonicInstant.now.milliseconds(since: resultsSince))
        }
        if hasWork, let next = pace.pause(at: .now) { pause = min(pause, max(1, next)) }
        if let next = retries.replayPause(at: .now) { pause = min(pause, max(1, next)) }
        return max(0, pause)
    }

    private var hasWork: Bool { !queue.isEmpty || retries.hasDue }

    /// Waits for what is under way, writes it, and gives the lease back.
    private func drain(on loop: isolated EventLoop) async {
        let deadline = MonotonicInstant.now.adding(milliseconds: Self.drainMilliseconds)
        while pace.inFlight > 0, !lease.isLost, MonotonicInstant.now < deadline {
            if isWriteDue { try? await write() }
            await alarm.wait(milliseconds: Self.writeMilliseconds)
        }
        if !lease.isLost, !results.isEmpty { try? await write() }
        try? await lease.release()
    }
}

// MARK: Reading

extension WebhookRun {
    private func feed() async {
        while !isEnding, !lease.isLost, !Task.isCancelled {
            guard queue.room > 0 else {
                await tail.wait(milliseconds: Self.writeMilliseconds)
                continue
            }
            do throws(PostgresError) {
                let page = try await tail.page(after: queue.read)
                let room = queue.room
                let found = page.rows.filter { filter.admits($0) && !written.contains($0.cursor.position) }
                let taken = found.prefix(max(1, room))
                queue.add(Array(taken), upTo: taken.count < found.count ? taken.last!.cursor : page.next)
                if !taken.isEmpty { alarm.ring() }
                if !page.isFull, taken.count == found.count { await tail.wait(milliseconds: 200) }
            } catch {
                if error == .closed { return }
                await tail.wait(milliseconds: Self.failureMilliseconds)
            }
        }
    }

    private func lookForDue() async throws(PostgresError) {
        lookAt = .now.adding(milliseconds: Self.lookMilliseconds)
        if order.isOn { try await release() }
        let found = try await retries.read(for: lease.webhook, upTo: queue.done, from: lease.pool)
        if let next = found { lookAt = min(lookAt, .now.adding(milliseconds: next)) }
        if !order.finished.isEmpty { lookAt = min(lookAt, .now.adding(milliseconds: 100)) }
    }

    /// Lets the next changes of subjects go whose earlier one is delivered or given up.
    private func release() async throws(PostgresError) {
        let subjects = order.finished
        guard !subjects.isEmpty else { return }
        let waiting = try await lease.pool.run(ReleaseDeliveries(of: subjects, for: lease.id))
        // A row that is still to be written waits, too.
        let unwritten = results.filter { $0.state == .pending }.compactMap(\.subject)
        order.release(subjects, exceptOf: waiting.compactMap(\.self), unwritten)
    }
}

// MARK: Sending

extension WebhookRun {
    /// Starts what may start now.
    private func start(on loop: isolated EventLoop) {
        guard !isEnding, lease.isGood(forMilliseconds: Self.leaseMilliseconds) else { return }
        while pace.pause(at: .now) == 0, let delivery = next() {
            pace.start(at: .now)
            let isFirst = delivery.attempts == 0 && !delivery.isReplay
            if isFirst { metrics.countWebhookLag(from: delivery.change.occurredAt, to: lease.now) }
            Task.immediate(priority: EventLoop.taskPriority) {
                _ = loop
                let result = await send(delivery.change)
                finish(delivery, result)
                start(on: loop)
            }
        }
    }

    /// Retries and first attempts alternate; replays come behind both.
    private func next() -> DueDelivery? {
        if let retry = retries.nextOrNone() { return retry }
        let change = queue.start(mustWait: order.isBlocked) { change in
            add(WebhookDelivery(of: change, state: .pending, attempts: 0, createdAt: lease.now))
        }
        if let change {
            return DueDelivery(change: change, attempts: 0, createdAt: lease.now, isReplay: false)
        }
        return retries.next() ?? retries.nextReplay(at: .now)
    }

    private func send(_ change: StoredChange) async -> DeliveryResult {
        let now = lease.now
        let request: DeliveryRequest
        do throws(DeliveryRequest.Mistake) {
            request = try currentRequest()
        } catch {
            return DeliveryResult(failure: error.text)
        }
        do throws(WebError) {
            let response = try await sending.client.send(request.request(for: change, at: now))
            return DeliveryResult(response, at: now.secondsSince1970)
        } catch {
            return DeliveryResult(error)
        }
    }

    /// Made again each minute: a former secret signs for a while only.
    private func currentRequest() throws(DeliveryRequest.Mistake) -> DeliveryRequest {
        if let request, MonotonicInstant.now.milliseconds(since: request.at) < Self.requestMilliseconds {
            return request.made
        }
        let made = try DeliveryRequest(lease.webhook, sending, vault, at: lease.now)
        request = (made, .now)
        return made
    }

    private func finish(_ delivery: DueDelivery, _ result: DeliveryResult) {
        pace.end(result)
        metrics.countDelivery(result.isDelivered, of: lease.id)
        lease.note(result)
        let row = delivery.row(
            after: result, at: lease.now, isOrdered: order.isOn, jitter: Double.random(in: 0...1))
        if row.state == .pending, let due = row.dueAt {
            let pause = Int((due.microsecondsSince1970 - lease.now.microsecondsSince1970) / 1_000)
            lookAt = min(lookAt, .now.adding(milliseconds: max(0, pause)))
        }
        order.note(row)
        queue.finish(delivery.change)
        add(row)
        if lease.disabling != nil { isEnding = true }
        alarm.ring()
    }
}

// MARK: Writing

extension WebhookRun {
    private func add(_ row: WebhookDelivery) {
        results.append(row)
        if resultsSince == nil { resultsSince = .now }
    }

    private var isWriteDue: Bool {
        if lease.millisecondsToRenewal <= 0 || results.count >= Self.writeRowsMax { return true }
        guard let resultsSince else { return false }
        return MonotonicInstant.now.milliseconds(since: resultsSince) >= Self.writeMilliseconds
    }

    private func write() async throws(PostgresError) {
        guard !isWriting else { return }
        isWriting = true
        defer { isWriting = false }
        queue.leave()
        let count = results.count
        let rows = results.lastOfEach
        isUnwritten = true
        try await lease.write(rows, upTo: queue.done)
        isUnwritten = false
        results.removeFirst(count)
        resultsSince = results.isEmpty ? nil : .now
        order.noteWritten(rows)
        let hasMore = try await retries.noteWritten(rows, in: lease.pool)
        if hasMore || !order.finished.isEmpty { lookAt = .now }
        try await lease.followUp()
    }
}

extension [WebhookDelivery] {
    /// One row of each change: a statement can't write one twice.
    fileprivate var lastOfEach: [WebhookDelivery] {
        var last: [Int64: Int] = [:]
        for (index, row) in enumerated() { last[row.cursor.position] = index }
        return enumerated().filter { last[$1.cursor.position] == $0 }.map(\.element)
    }
}
