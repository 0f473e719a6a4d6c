internal import Postgres
internal import Store

extension BatchError {
    /// What a failed transaction means for the commands in it; `log` hears of what should not have happened.
    init(_ error: PostgresError, log: (PostgresError) -> Void) {
        if error.isSystemTrouble { log(error) }
        if error.isUnavailable || error.isTimeout || error.isSystemTrouble {
            self = .unavailable
            return
        }
        let refusal = ConstraintRefusal(error).map(Refusal.init) ?? .internalError
        if refusal == .internalError { log(error) }
        self = .refused(refusal)
    }
}

extension ServiceError {
    fileprivate init(_ refusal: ConstraintRefusal) {
        switch refusal {
        case .balanceTooLarge: self = .balanceTooLarge
        }
    }

    /// The same for a call that is no batch.
    init(_ error: PostgresError, log: (PostgresError) -> Void) {
        self = BatchError(error, log: log).reason
    }
}

extension PostgresError {
    /// A statement, a lock or a transaction took longer than it may (57014, 55P03, 25P03), or a deadlock
    /// outlasted the retries.
    fileprivate var isTimeout: Bool {
        ["57014", "55P03", "25P03"].contains(sqlState) || isRetryable
    }
}
