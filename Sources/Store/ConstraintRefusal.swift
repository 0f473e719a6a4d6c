package import Postgres

/// A broken constraint's meaning in the domain; nil for one that no caller can break.
package enum ConstraintRefusal: Equatable, Sendable {
    case balanceTooLarge

    package init?(_ error: PostgresError) {
        // Overdrafts were refused before: a negative value here is a 64-bit overflow.
        if error.isCheckViolation("balances_not_negative") || error.isCheckViolation("ledger_entries_balance")
        {
            self = .balanceTooLarge
        } else {
            return nil
        }
    }
}
