/// How long a transaction puts up with others before its caller hears of it.
package struct TransactionPatience: Sendable, Hashable {
    /// `lock_timeout`; nil for the session's own.
    package var lockMilliseconds: Int?
    /// Attempts while it conflicts with others (40001, 40P01); nil for as many as
    /// `PostgresConfiguration.conflictMillisecondsMax` lets in.
    package var conflictAttemptsMax: Int?

    package init(lockMilliseconds: Int? = nil, conflictAttemptsMax: Int? = nil) {
        self.lockMilliseconds = lockMilliseconds
        self.conflictAttemptsMax = conflictAttemptsMax
    }
}
