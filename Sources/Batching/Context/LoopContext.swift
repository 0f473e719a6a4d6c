package import Crypto
public import EventLoops
package import FoundationEssentials
public import Postgres
public import Values

/// The context of one loop's use cases: the database, its clock, and batches for commands.
///
/// Each module above derives a context that adds its own, so that a loop has one object in all. It is `open`,
/// since Swift has no other word for a class that other modules of the same package derive from.
open class LoopContext {
    package let pool: PostgresPool
    package let clock: DatabaseClock
    package let notifications: Notifications
    @usableFromInline package let limits: CoalescerLimits
    @usableFromInline package let metrics: ServiceMetrics
    package let log: @Sendable (LogLine) -> Void
    package let ids: UUIDv7Generator
    package let troubles: TroubleLog
    /// Writes changes for those who listen.
    package let changes: ChangeRecorder
    @usableFromInline package let contended = ContendedUsers()
    /// Of the whole process.
    package final var setAside = SetAside()
    /// Nil where all rows are on one node.
    package let shards: ShardMap?

    package init(
        pool: PostgresPool, clock: DatabaseClock, notifications: Notifications, limits: CoalescerLimits,
        metrics: ServiceMetrics, log: @escaping @Sendable (LogLine) -> Void, ids: UUIDv7Generator,
        troubles: TroubleLog, changes: ChangeRecorder
    ) {
        self.pool = pool
        self.clock = clock
        self.notifications = notifications
        self.limits = limits
        self.metrics = metrics
        self.log = log
        self.ids = ids
        self.troubles = troubles
        self.changes = changes
        shards = ShardMap(for: pool.configuration.engine)
    }

    package final var makeID: () -> UUID {
        let (ids, clock) = (self.ids, self.clock)
        return { ids.next(atMicroseconds: clock.now.microsecondsSince1970) }
    }

    /// A coalescer that counts its batches in the metrics. A failure inside one is logged, and the caller
    /// only learns that it failed.
    ///
    /// - Parameters:
    ///   - limits: other than those of all.
    ///   - user: the user whose rows a command needs; nil if they have no user yet.
    ///   - mixesShards: whether its batches are better of all shards together for now.
    ///   - run: runs one batch in one transaction; a result for each command, in order.
    @inlinable public final func coalescer<Command, Reply: Sendable, Refusal: ServiceError>(
        _ name: String, on loop: isolated EventLoop, within limits: CoalescerLimits? = nil,
        user: ((Command) -> UserID?)? = nil, mixesShards: @escaping () -> Bool = { false },
        run: @escaping ([Command], LockPolicy) async throws(PostgresError) -> [Result<Reply, Refusal>]
    ) throws(EventLoopError) -> Coalescer<Command, Reply, Refusal> {
        try batches(name, on: loop, within: limits, user: user, mixesShards: mixesShards) {
            commands, lockPolicy throws(BatchError<Refusal>) in
            do throws(PostgresError) {
                return try await run(commands, lockPolicy)
            } catch {
                throw BatchError(error, log: self.logError)
            }
        }
    }

    /// The same for batches that can fail otherwise than by the database.
    @inlinable public final func batches<Command, Reply: Sendable, Refusal: ServiceError>(
        _ name: String, on loop: isolated EventLoop, within limits: CoalescerLimits? = nil,
        user: ((Command) -> UserID?)?, mixesShards: @escaping () -> Bool,
        run: @escaping Coalescer<Command, Reply, Refusal>.Run
    ) throws(EventLoopError) -> Coalescer<Command, Reply, Refusal> {
        let (metrics, limits) = (self.metrics, limits ?? self.limits)
        let shard = self.shard(of: user)
        return try Coalescer(
            limits: shard == nil ? limits : byShard(limits), on: loop,
            user: user ?? { _ in nil }, shard: shard, mixesShards: mixesShards, contended: contended,
            observe: { metrics.countBatch(of: name, commands: $0) }, tracing: tracing(name), run: run)
    }

    @usableFromInline final func tracing(_ kind: String) -> BatchTracing? {
        pool.tracer.map { BatchTracing(kind, $0) }
    }

    @usableFromInline final func byShard(_ limits: CoalescerLimits) -> CoalescerLimits {
        limits.byShard(connections: pool.configuration.connectionsPerLoop)
    }

    /// Runs a call of its own; what fails is logged.
    package final func call<Value, Refusal: ServiceError>(
        _ refusal: Refusal.Type = InfrastructureError.self, _ body: () async throws(PostgresError) -> Value
    ) async throws(Refusal) -> Value {
        do throws(PostgresError) {
            return try await body()
        } catch {
            throw Refusal(error, log: logError)
        }
    }

    @usableFromInline package final func logError(_ error: PostgresError) {
        troubles.report(error, to: log)
    }
}
