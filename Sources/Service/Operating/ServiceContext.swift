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

    /// A coalescer that tells the metrics of its batches.
    func coalescer<Command, Reply: Sendable>(
        _ name: String, on loop: isolated EventLoop, run: @escaping Coalescer<Command, Reply>.Run
    ) throws(EventLoopError) -> Coalescer<Command, Reply> {
        let metrics = self.metrics
        return try Coalescer(
            limits: limits, on: loop, observe: { metrics.countBatch(of: name, commands: $0) }, run: run)
    }

    /// Runs a batch's transaction; what goes wrong inside is logged and never told.
    func batch<Value>(
        _ body: () async throws(PostgresError) -> Value
    ) async throws(BatchError) -> Value {
        do throws(PostgresError) {
            return try await body()
        } catch {
            throw BatchError(error, log: logError)
        }
    }

    /// The same for a call of its own.
    func call<Value>(
        _ body: () async throws(PostgresError) -> Value
    ) async throws(ServiceError) -> Value {
        do throws(PostgresError) {
            return try await body()
        } catch {
            throw ServiceError(error, log: logError)
        }
    }

    private func logError(_ error: PostgresError) {
        log(LogLine(.error, "database", error.logFields))
    }
}
