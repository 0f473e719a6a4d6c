internal import Batching
internal import EventLoops
internal import Postgres
internal import Referrals
internal import Store

/// The streams' listener, which makes every process write what streams need.
///
/// It stays for an hour after the last stream, so that a stream that is resumed meanwhile has no gap.
final class StreamRegistration {
    static let name = "streams"
    static let types = ChangeTypes(ChangeType.allCases.filter { $0.streamEvent != nil })
    private static let lifetimeSeconds: Int64 = 3_600
    private static let renewMilliseconds = 60_000
    /// After it every process writes what is listened to: notifications are fresh for a second and a half.
    private static let confirmMilliseconds = 2_500

    /// The first position from which nothing is missing; nil until all processes know of it.
    private(set) var confirmed: Int64?
    private let pool: PostgresPool
    private var renewedAt: MonotonicInstant?

    init(pool: PostgresPool) {
        self.pool = pool
    }

    /// Registers, unless that was done lately.
    func renew() async throws(PostgresError) {
        if let renewedAt, confirmed != nil,
            MonotonicInstant.now.milliseconds(since: renewedAt) < Self.renewMilliseconds
        {
            return
        }
        let found = try await pool.run(
            RegisterChangeListener(Self.name, Self.types, forSeconds: Self.lifetimeSeconds),
            ConfirmChangeListener(Self.name, afterMilliseconds: Self.confirmMilliseconds),
            FindConfirmedPosition(Self.name)
        ).2
        renewedAt = .now
        confirmed = found.first ?? nil
    }
}
