internal import Batching
internal import EventLoops
internal import Limits
internal import Postgres
internal import Service
internal import Store
internal import Values

/// The clock of one app: PostgreSQL's in its database, and the service's, which are set together.
final class AppClock {
    private let services: Services
    private(set) var isFrozen: Bool
    private var isSet: Bool

    /// - Parameter former: goes on where it stopped.
    init(_ services: Services, after former: Kept?) {
        self.services = services
        isFrozen = former?.isFrozen ?? false
        isSet = former != nil
        guard let former else { return }
        let passed = former.isFrozen ? 0 : MonotonicInstant.now.nanoseconds(since: former.at) / 1_000
        services.clock.set(
            former.time.adding(microseconds: Int64(passed)), isStopped: former.isFrozen)
    }

    /// The clock of an app that is parked.
    struct Kept {
        let time: Timestamp
        let at: MonotonicInstant
        let isFrozen: Bool
    }

    /// Nil where it was never set, and so is PostgreSQL's.
    var kept: Kept? { isSet ? Kept(time: now, at: .now, isFrozen: isFrozen) : nil }

    var now: Timestamp { services.clock.now }

    /// Every reader has the new time when this returns.
    func set(_ time: Timestamp, isFrozen: Bool) async throws(PostgresError) {
        let passed = time.microsecondsSince1970 - now.microsecondsSince1970
        try await services.pool.run(SetClock(time, isStopped: isFrozen))
        services.clock.set(time, isStopped: isFrozen)
        (self.isFrozen, isSet) = (isFrozen, true)
        if passed > 0 { services.limits.pass(nanoseconds: passed * 1_000) }
    }
}
