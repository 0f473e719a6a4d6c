internal import Batching
internal import Limits
internal import Postgres
internal import Service
internal import Store
internal import Values

/// The clock of one app: PostgreSQL's in its database, and the service's, which are set together.
final class AppClock {
    private let services: Services
    private(set) var isFrozen = false

    init(_ services: Services) {
        self.services = services
    }

    var now: Timestamp { services.clock.now }

    /// Every reader has the new time when this returns.
    func set(_ time: Timestamp, isFrozen: Bool) async throws(PostgresError) {
        let passed = time.microsecondsSince1970 - now.microsecondsSince1970
        try await services.pool.run(SetClock(time, isStopped: isFrozen))
        services.clock.set(time, isStopped: isFrozen)
        self.isFrozen = isFrozen
        if passed > 0 { services.limits.pass(nanoseconds: passed * 1_000) }
    }
}
