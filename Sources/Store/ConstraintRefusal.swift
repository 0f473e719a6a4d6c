package import Postgres

/// What a broken constraint means in the domain; nil for one that no caller can break.
package enum ConstraintRefusal: Equatable, Sendable {
    case balanceTooLarge

    package init?(_ error: PostgresError) {
        // Whoever takes more than there is was refused before: what is below 0 here has left 64 bits.
        if error.isCheckViolation("balances_not_negative") || error.isCheckViolation("ledger_entries_balance")
        {
            self = .balanceTooLarge
        } else {
            return nil
        }
    }
}
