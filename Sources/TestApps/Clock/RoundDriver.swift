internal import API
internal import Accounts
internal import Batching
internal import Delivery
internal import EventLoops
internal import Postgres
internal import Reporting
internal import Service
internal import Store
internal import Values

/// Runs an app's recurring work, a round at a time: at its pace in real time, and to the end when the clock
/// is set.
final class RoundDriver {
    /// Rounds at one time, in case one makes work for another.
    private static let passesMax = 20
    /// Work that becomes due within a second is done together.
    private static let stepMicroseconds: Int64 = 1_000_000
    private static let stepsMax = 10_000
    /// Longer than a webhook's request may take.
    private static let idleMilliseconds = 20_000

    private let services: Services
    private let rounds: [any Recurring]
    private var ranAt: [MonotonicInstant]
    private var lookedAt = MonotonicInstant.now
    private var hasCountedDays = false
    private let exclusive = Exclusive()
    let clock: AppClock

    /// - Parameter former: the clock of the same app before it was parked.
    init(_ api: MountedAPI, clock former: AppClock.Kept?) {
        services = api.services
        rounds = api.rounds.filter { !($0 is WebhookWorker) }
        ranAt = rounds.map { _ in .now }
        clock = AppClock(api.services, after: former)
    }

    /// Does what is due in real time.
    func runDue(on loop: isolated EventLoop) async {
        await exclusive.run { () async in
            for index in rounds.indices {
                let idle = MonotonicInstant.now.milliseconds(since: ranAt[index])
                if idle >= rounds[index].pauseMilliseconds { await run(index, on: loop) }
            }
            await takeWebhooks(on: loop)
        }
    }

    private func takeWebhooks(on loop: isolated EventLoop) async {
        guard let worker = services.webhookWorker,
            MonotonicInstant.now.milliseconds(since: lookedAt) >= worker.pauseMilliseconds
        else { return }
        lookedAt = .now
        try? await worker.round(on: loop)
    }

    /// Runs what a service does first. An empty database needs no other daily work.
    func beginDay(on loop: isolated EventLoop) async {
        await exclusive.run { () async in
            for (index, work) in rounds.enumerated() where work.startsAtOnce { await run(index, on: loop) }
        }
    }

    /// Sets the clock forward, and does all that becomes due on the way, in the order of its time.
    func advance(
        to target: Timestamp, isFrozen: Bool, on loop: isolated EventLoop
    ) async throws(PostgresError) -> Advance {
        try await exclusive.run { () async throws(PostgresError) in
            var done: [DueWork: Int] = [:]
            hasCountedDays = false
            var (time, firstDay) = (clock.now, clock.now.day)
            var due = try await look(at: time, until: target)
            for _ in 0..<Self.stepsMax {
                if try await finish(due, &done, on: loop) { due = try await look(at: time, until: target) }
                guard let next = due.next else { break }
                time = min(target, next.adding(microseconds: Self.stepMicroseconds))
                let lastDay = clock.now.day
                try await clock.set(time, isFrozen: true)
                if time.day != lastDay { await runDaily(on: loop) }
                due = try await look(at: time, until: target)
            }
            try await clock.set(target, isFrozen: true)
            if target.day != firstDay { await runDaily(on: loop) }
            _ = try await finish(try await look(at: target, until: target), &done, on: loop, isLast: true)
            if !isFrozen { try await clock.set(target, isFrozen: false) }
            return Advance(done: done, days: hasCountedDays ? Int(target.day - firstDay) : 0)
        }
    }

    /// The work that was done while the clock moved.
    struct Advance {
        let done: [DueWork: Int]
        /// Days that were added to the statistics.
        let days: Int
    }

    /// Runs rounds until nothing is due, or nothing more can be done.
    ///
    /// - Returns: whether it ran any.
    private func finish(
        _ found: Due, _ done: inout [DueWork: Int], on loop: isolated EventLoop, isLast: Bool = false
    ) async throws(PostgresError) -> Bool {
        var before = found.counts
        for pass in 0..<Self.passesMax {
            let isDue = before.contains { $0.key.isStep && $0.value > 0 }
            guard isDue || isLast && pass == 0 else { return pass > 0 }
            let hasUsers = try await services.pool.run(HasUsers()).first ?? true
            for (index, work) in rounds.enumerated()
            where RoundNeed(work).isMet(by: before, hasUsers: hasUsers, isLast: isLast) {
                await run(index, on: loop)
            }
            try await finishSending(on: loop)
            let after = try await look(at: found.time, until: found.time).counts
            for (kind, count) in before { done[kind, default: 0] += max(0, count - (after[kind] ?? 0)) }
            if after == before { return true }
            before = after
        }
        return true
    }

    /// Work that is due at a time, and the next time at which more is.
    private struct Due {
        let time: Timestamp
        let counts: [DueWork: Int]
        let next: Timestamp?
    }

    private func look(at time: Timestamp, until end: Timestamp) async throws(PostgresError) -> Due {
        let found = try await services.pool.run(FindDueWork(at: time, until: end))
        let times = found.compactMap { $0.kind.isStep ? $0.next : nil }
        return Due(
            time: time, counts: Dictionary(uniqueKeysWithValues: found.map { ($0.kind, $0.dueCount) }),
            next: times.filter { $0 > time }.min())
    }

    /// Runs what a new day needs.
    private func runDaily(on loop: isolated EventLoop) async {
        let hasExpiring = (try? await services.pool.run(HasExpiring()).first) ?? true
        for (index, work) in rounds.enumerated() where RoundNeed(work) == .day {
            if hasExpiring || !(work is Housekeeping) { await run(index, on: loop) }
        }
    }

    private func run(_ index: Int, on loop: isolated EventLoop) async {
        ranAt[index] = .now
        let work = rounds[index]
        do throws(PostgresError) {
            try await work.round(on: loop)
            if work is DayCountKeeper { hasCountedDays = true }
        } catch {
            if error != .closed { work.log(LogLine(.warning, work.failure, ["error": "\(error)"])) }
        }
    }
}

// MARK: Sending

extension RoundDriver {
    /// Sends the mails that are due.
    func sendMails(on loop: isolated EventLoop) async {
        await exclusive.run { () async in
            guard let index = rounds.firstIndex(where: { $0 is MailSender }) else { return }
            await run(index, on: loop)
            try? await wait(on: loop) { services.mailSender?.isIdle ?? true }
        }
    }

    /// Sends the changes to webhooks that are due.
    func sendWebhooks(on loop: isolated EventLoop) async throws(PostgresError) {
        try await exclusive.run { () async throws(PostgresError) in try await finishSending(on: loop) }
    }

    /// Whether neither a mail nor a webhook's request is under way.
    var isIdle: Bool {
        (services.mailSender?.isIdle ?? true) && (services.webhookWorker?.isIdle(upTo: 0) ?? true)
    }

    /// Returns when no mail and no webhook's request is under way, and none is due.
    private func finishSending(on loop: isolated EventLoop) async throws(PostgresError) {
        try await wait(on: loop) { services.mailSender?.isIdle ?? true }
        guard let worker = services.webhookWorker,
            let last = try await services.pool.run(FindLastChange()).first, last.webhooks > 0
        else { return }
        // Its leases end with the time that is skipped, so they are renewed before they are taken again.
        worker.look()
        try await wait(on: loop) { worker.isIdle(upTo: last.position) }
        guard worker.count < last.webhooks else { return }
        try await worker.round(on: loop)
        try await wait(on: loop) { worker.count >= last.webhooks && worker.isIdle(upTo: last.position) }
    }

    private func wait(
        on loop: isolated EventLoop, until isDone: () -> Bool
    ) async throws(PostgresError) {
        let deadline = MonotonicInstant.now.adding(milliseconds: Self.idleMilliseconds)
        while !isDone(), MonotonicInstant.now < deadline {
            do throws(EventLoopError) { try await loop.sleep(milliseconds: 2) } catch { throw .closed }
        }
    }
}
