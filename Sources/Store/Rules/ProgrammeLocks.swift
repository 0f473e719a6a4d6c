package import Postgres

// When a rule begins to be counted, all of its rewards must be. A transaction that pays by a programme
// holds a shared lock until it ends. A change of counted rules waits for those, and then makes new ones use
// the new programme.

/// Makes changes of counted rules wait until this transaction ends.
package struct LockCountingShared: Statement {
    package static let route = Route.coordinator
    package static let sql = "SELECT pg_advisory_xact_lock_shared(\(CountingLock.key))::text"

    package init() {}
}

/// Fails, as `PostgresError.isOfFormerProgramme` knows, where there is another programme by now. It comes
/// after `LockCountingShared`: what that waited for can be seen then.
package struct CheckProgramme: Statement {
    package static let route = Route.coordinator
    package static let sql = "SELECT require_programme($1)"
    package let parameters: Parameters
    package init(_ version: Int64) { parameters = Parameters(version) }
}

/// Makes `LockCountingExclusive` give up after a second, because transactions that pay wait behind it.
package struct SetShortLockTimeout: Statement {
    package static let route = Route.coordinator
    package static let sql = "SELECT set_config('lock_timeout', '1000', true)"

    package init() {}
}

/// Waits for all transactions that pay, and excludes new ones until the transaction ends.
package struct LockCountingExclusive: Statement {
    package static let route = Route.coordinator
    package static let sql = "SELECT pg_advisory_xact_lock(\(CountingLock.key))::text"

    package init() {}
}

private enum CountingLock {
    static let key = "hashtextextended('shipmate counting', 0)"
}

// A transaction whose rules were changed during its run decides again under a lock, which prevents changes
// until it ends. It takes this lock before any other; a change of rules takes it right before writing
// them.

/// Makes changes of rules wait until this transaction ends.
package struct LockProgrammeShared: Statement {
    package static let route = Route.coordinator
    package static let sql = "SELECT pg_advisory_xact_lock_shared(\(ProgrammeLock.key))::text"

    package init() {}
}

/// Waits for all transactions that decide under the lock, and excludes new ones until the transaction ends.
package struct LockProgrammeExclusive: Statement {
    package static let route = Route.coordinator
    package static let sql = "SELECT pg_advisory_xact_lock(\(ProgrammeLock.key))::text"

    package init() {}
}

private enum ProgrammeLock {
    static let key = "hashtextextended('shipmate programme', 0)"
}

extension PostgresError {
    /// The deciding rules are no longer active.
    package var isOfFormerProgramme: Bool { sqlState == "SM001" }
}
