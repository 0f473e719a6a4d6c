package import Values

/// Why a call is not proved by the key of its install.
package enum InstallProofError: Error, Equatable {
    case required
    case wrong
    case wrongTime(InstallTime)
}

/// The server's time, for an install whose clock is wrong.
package struct InstallTime: Equatable, Sendable {
    package let now: Timestamp
    /// Counts instead of a clock for a minute.
    package let nonce: String

    package init(now: Timestamp, nonce: String) {
        self.now = now
        self.nonce = nonce
    }
}
