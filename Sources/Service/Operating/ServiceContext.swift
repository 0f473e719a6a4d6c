internal import EventLoops
internal import FoundationEssentials
internal import Postgres
internal import Referrals
internal import Values

/// What the services of one loop share: one of it, since every batch takes it along.
final class ServiceContext {
    let pool: PostgresPool
    let notifications: Notifications
    let rules: RuleBook
    let limits: CoalescerLimits
    let sessions: SessionIssuer
    let metrics: ServiceMetrics
    let log: @Sendable (LogLine) -> Void
    let ids: UUIDv7Generator

    init(
        pool: PostgresPool, notifications: Notifications, rules: RuleBook, limits: CoalescerLimits,
        sessions: SessionIssuer, metrics: ServiceMetrics, log: @escaping @Sendable (LogLine) -> Void,
        ids: UUIDv7Generator
    ) {
        self.pool = pool
        self.notifications = notifications
        self.rules = rules
        self.limits = limits
        self.sessions = sessions
        self.metrics = metrics
        self.log = log
        self.ids = ids
    }

    var makeID: () -> UUID {
        let ids = self.ids
        return { ids.next(atMicroseconds: WallClock.now.microsecondsSince1970) }
    }

    /// A coalescer that tells the metrics of its batches. What goes wrong inside one is logged and never
    /// told.
    ///
    /// - Parameter run: runs one batch in one transaction; an outcome for each command, in order.
    func coalescer<Command, Reply: Sendable, Refusal: ServiceError>(
        _ name: String, on loop: isolated EventLoop,
        run: @escaping ([Command]) async throws(PostgresError) -> [Result<Reply, Refusal>]
    ) throws(EventLoopError) -> Coalescer<Command, Reply, Refusal> {
        let metrics = self.metrics
        return try Coalescer(
            limits: limits, on: loop, observe: { metrics.countBatch(of: name, commands: $0) }
        ) { commands throws(BatchError<Refusal>) in
            do throws(PostgresError) {
                return try await run(commands)
            } catch {
                throw BatchError(error, log: self.logError)
            }
        }
    }

    /// The same for a call of its own.
    func call<Value, Refusal: ServiceError>(
        _ refusal: Refusal.Type = CallFailure.self, _ body: () async throws(PostgresError) -> Value
    ) async throws(Refusal) -> Value {
        do throws(PostgresError) {
            return try await body()
        } catch {
            throw Refusal(error, log: logError)
        }
    }

    private func logError(_ error: PostgresError) {
        log(LogLine(.error, "database", error.logFields))
    }
}
