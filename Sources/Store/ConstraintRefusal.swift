package import Postgres

/// What a broken constraint means in the domain; nil for one that no caller can break.
package enum ConstraintRefusal: Equatable, Sendable {
    case balanceTooLarge

    package init?(_ error: PostgresError) {
        if error.sqlState == "22003" {
            // numeric_value_out_of_range: amounts are the only numbers that add up.
            self = .balanceTooLarge
        } else {
            return nil
        }
    }
}
