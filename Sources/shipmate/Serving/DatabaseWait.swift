internal import API
internal import Batching
internal import EventLoops
internal import Postgres
internal import Service

/// Waits at the start for what comes by itself, and answers probes meanwhile.
///
/// The unit's `Type=exec` counts a waiting server as started, so that no time limit of systemd's ends it.
struct DatabaseWait: Sendable {
    private static let pauseMilliseconds = 50...1_000

    let room: WaitingRoom
    let log: LogSink
    let signals: Signals
    let loop: EventLoop

    /// Repeats `attempt` for as long as what it lacks may come by itself.
    ///
    /// - Returns: nil if the process was asked to stop meanwhile.
    func until<Value: Sendable>(
        _ attempt: @escaping @Sendable (isolated EventLoop) async throws(Startup.Refusal) -> Value
    ) async throws -> Value? {
        try await signals.unlessStopped(on: loop) { loop in try await succeed(attempt, on: loop) }
    }

    private func succeed<Value: Sendable>(
        _ attempt: @Sendable (isolated EventLoop) async throws(Startup.Refusal) -> Value,
        on loop: isolated EventLoop
    ) async throws -> Value {
        var pauses = Backoff(milliseconds: Self.pauseMilliseconds)
        var notices = WaitNotices(log: log)
        while true {
            do throws(Startup.Refusal) {
                let value = try await attempt(loop)
                notices.end()
                return value
            } catch {
                guard let awaited = error.awaited else { throw error }
                notices.waiting(for: awaited, because: error)
                try await room.open(awaiting: awaited.description)
                try await loop.sleep(milliseconds: pauses.nextMilliseconds())
            }
        }
    }
}

/// Says what a start waits for: at once, and then every ten seconds.
private struct WaitNotices {
    private static let pauseMilliseconds = 10_000

    let log: LogSink
    private let since = MonotonicInstant.now
    private var last: (awaited: Startup.Awaited, at: MonotonicInstant)?

    init(log: LogSink) {
        self.log = log
    }

    mutating func waiting(for awaited: Startup.Awaited, because refusal: Startup.Refusal) {
        let now = MonotonicInstant.now
        let isNew = last?.awaited != awaited
        if let last, !isNew, now.milliseconds(since: last.at) < Self.pauseMilliseconds { return }
        last = (awaited, now)
        if isNew { Console.report("waiting for \(awaited.description): \(refusal)") }
        log.write(LogLine(.warning, "waiting for \(awaited.description)", ["error": "\(refusal)"]))
    }

    func end() {
        guard last != nil else { return }
        let seconds = MonotonicInstant.now.milliseconds(since: since) / 1_000
        log.write(LogLine(.info, "the database can be used", ["waited_seconds": "\(seconds)"]))
    }
}
