public import Postgres
internal import Store

extension BatchError {
    /// A failed transaction's meaning for its commands; `log` receives unexpected errors.
    public init(_ error: PostgresError, log: (PostgresError) -> Void) {
        if error.isSystemTrouble { log(error) }
        if error.isLocked {
            self = .locked
        } else if error.isRetryable {
            self = .conflicted
        } else if error.isUnavailable || error.isTimeout || error.isSystemTrouble {
            self = .unavailable
        } else {
            let refusal = ConstraintRefusal(error).map(Refusal.init) ?? .internalError
            if refusal == .internalError { log(error) }
            self = .refused(refusal)
        }
    }
}

extension ServiceError {
    fileprivate init(_ refusal: ConstraintRefusal) {
        switch refusal {
        case .balanceTooLarge: self = .balanceTooLarge
        }
    }

    /// The same for a call that is no batch.
    package init(_ error: PostgresError, log: (PostgresError) -> Void) {
        self = BatchError(error, log: log).reason
    }
}

extension PostgresError {
    /// A statement or a transaction took longer than it may (57014, 25P03).
    fileprivate var isTimeout: Bool {
        sqlState == "57014" || sqlState == "25P03"
    }
}
