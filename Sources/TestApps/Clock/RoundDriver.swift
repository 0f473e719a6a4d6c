internal import API
internal import Accounts
internal import Batching
internal import Delivery
internal import EventLoops
internal import Postgres
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
    private var ranAt: [MonotonicInstant?]
    private var lookedAt = MonotonicInstant.now
    private let exclusive = Exclusive()
    let clock: AppClock

    init(_ api: MountedAPI) {
        services = api.services
        rounds = api.rounds.filter { !($0 is WebhookWorker) }
        ranAt = rounds.map { _ in nil }
        clock = AppClock(api.services)
    }

    /// Does what is due in real time.
    func runDue(on loop: isolated EventLoop) async {
        await exclusive.run { () async in
            for index in rounds.indices {
                let isDue =
                    ranAt[index].map {
                        MonotonicInstant.now.milliseconds(since: $0) >= rounds[index].pauseMilliseconds
                    } ?? true
                if isDue { await run(index, on: loop) }
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

    /// Runs every round once, such as for a clock that begins at another day.
    func runAll(on loop: isolated EventLoop) async {
        await exclusive.run { () async in
            for index in rounds.indices { await run(index, on: loop) }
        }
    }

    /// Sets the clock forward, and does all that becomes due on the way, in the order of its time.
    func advance(
        to target: Timestamp, isFrozen: Bool, on loop: isolated EventLoop
    ) async throws(PostgresError) -> [DueWork: Int] {
        try await exclusive.run { () async throws(PostgresError) in
            var done: [DueWork: Int] = [:]
            var time = clock.now
            let firstDay = time.day
            try await finish(at: time, &done, on: loop)
            for _ in 0..<Self.stepsMax {
                let found = try await services.pool.run(FindDueWork(at: time, until: target))
                let next = found.compactMap { $0.kind.isStep ? $0.next : nil }.filter { $0 > time }.min()
                guard let next else { break }
                time = min(target, next.adding(microseconds: Self.stepMicroseconds))
                let lastDay = clock.now.day
                try await clock.set(time, isFrozen: true)
                if time.day != lastDay { await runDaily(on: loop) }
                try await finish(at: time, &done, on: loop)
            }
            try await clock.set(target, isFrozen: true)
            if target.day != firstDay { await runDaily(on: loop) }
            try await finish(at: target, &done, on: loop, isLast: true)
            if !isFrozen { try await clock.set(target, isFrozen: false) }
            return done
        }
    }

    /// Runs rounds until nothing is due, or nothing more can be done.
    private func finish(
        at time: Timestamp, _ done: inout [DueWork: Int], on loop: isolated EventLoop, isLast: Bool = false
    ) async throws(PostgresError) {
        var before = try await due(at: time)
        for pass in 0..<Self.passesMax {
            let isDue = before.contains { $0.key.isStep && $0.value > 0 }
            guard isDue || isLast && pass == 0 else { return }
            let hasUsers = try await services.pool.run(HasUsers()).first ?? true
            for (index, work) in rounds.enumerated()
            where RoundNeed(work).isMet(by: before, hasUsers: hasUsers, isLast: isLast) {
                await run(index, on: loop)
            }
            try await finishSending(on: loop)
            let after = try await due(at: time)
            for (kind, count) in before { done[kind, default: 0] += max(0, count - (after[kind] ?? 0)) }
            if after == before { return }
            before = after
        }
    }

    /// Partitions of the day come before what is written on it.
    private func runDaily(on loop: isolated EventLoop) async {
        for (index, work) in rounds.enumerated() where RoundNeed(work) == .day {
            await run(index, on: loop)
        }
    }

    private func due(at time: Timestamp) async throws(PostgresError) -> [DueWork: Int] {
        let found = try await services.pool.run(FindDueWork(at: time, until: time))
        return Dictionary(uniqueKeysWithValues: found.map { ($0.kind, $0.dueCount) })
    }

    private func run(_ index: Int, on loop: isolated EventLoop) async {
        ranAt[index] = .now
        let work = rounds[index]
        do throws(PostgresError) {
            try await work.round(on: loop)
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
