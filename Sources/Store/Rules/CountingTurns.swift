package import Postgres

// When a rule begins to be counted, everything that it gave must be: whoever gives by a programme says so
// until its transaction ends, and whoever changes what is counted waits for those, and has others come again
// by the new one.

/// Has whoever changes what is counted wait until this transaction ends.
package struct EnterCounting: Statement {
    package static let route = Route.coordinator
    package static let sql = "SELECT pg_advisory_xact_lock_shared(\(CountingTurn.key))::text"

    package init() {}
}

/// Fails, as `PostgresError.isOfFormerProgramme` knows, where there is another programme by now. It comes
/// after `EnterCounting`: what that waited for can be seen then.
package struct CheckProgramme: Statement {
    package static let route = Route.coordinator
    package static let sql = "SELECT require_programme($1)"
    package let parameters: Parameters
    package init(_ version: Int64) { parameters = Parameters(version) }
}

/// Has `CloseCounting` give up after a second: whoever would give something waits behind it.
package struct HurryClosing: Statement {
    package static let route = Route.coordinator
    package static let sql = "SELECT set_config('lock_timeout', '1000', true)"

    package init() {}
}

/// Waits for all who give something, and lets nobody else until the transaction ends.
package struct CloseCounting: Statement {
    package static let route = Route.coordinator
    package static let sql = "SELECT pg_advisory_xact_lock(\(CountingTurn.key))::text"

    package init() {}
}

private enum CountingTurn {
    static let key = "hashtextextended('shipmate counting', 0)"
}

// A transaction whose rules were changed under it decides again in a turn: until it ends, nobody changes the
// rules. It takes the turn before any other lock; whoever changes rules takes it right before writing them.

/// Has whoever changes rules wait until this transaction ends.
package struct EnterTurn: Statement {
    package static let route = Route.coordinator
    package static let sql = "SELECT pg_advisory_xact_lock_shared(\(ProgrammeTurn.key))::text"

    package init() {}
}

/// Waits for all who decide in a turn, and lets nobody else until the transaction ends.
package struct CloseTurn: Statement {
    package static let route = Route.coordinator
    package static let sql = "SELECT pg_advisory_xact_lock(\(ProgrammeTurn.key))::text"

    package init() {}
}

private enum ProgrammeTurn {
    static let key = "hashtextextended('shipmate programme', 0)"
}

extension PostgresError {
    /// Rules that are in force no longer have decided.
    package var isOfFormerProgramme: Bool { sqlState == "SM001" }
}
