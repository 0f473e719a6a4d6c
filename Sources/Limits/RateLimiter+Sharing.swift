internal import EventLoops

/// The parts of a limiter's counts for other processes.
extension RateLimiter {
    /// Keys with something untold, by hash.
    struct Sharing {
        var listed: Set<UInt64> = []
        /// One of them has used so much that the others should hear of it now.
        var isUrgent = false
    }

    /// A key's uses here since they were last shared.
    struct Use: Equatable, Sendable {
        let hash: UInt64
        /// Of waiting; below zero where more was given back than used.
        let nanoseconds: Int64
        /// The limit's whole allowance.
        let capacityNanoseconds: Int64
    }

    /// Less than a twenty-fifth of the allowance isn't worth a row, which covers nearly all callers.
    private static let worthTelling: Int64 = 25
    /// A fiftieth of the allowance isn't kept to oneself: it is by how much others are wrong.
    private static let urgent: Int64 = 50
    /// Processes that allow at the same time may go beyond the allowance. They have to wait that off, but one
    /// allowance's worth at most.
    static let debtMax: Int64 = 2

    /// Whether there is anything to tell.
    var hasUntold: Bool { !sharing.listed.isEmpty }

    mutating func note(_ nanoseconds: Int64, at slot: Int, spent: Int64) {
        let isRefund = nanoseconds < 0
        // Uses that have expired needn't be shared.
        let untold = min(entries[slot].untoldNanoseconds + nanoseconds, spent)
        entries[slot].untoldNanoseconds = untold
        // A refund is shared where its use was.
        guard isRefund ? untold < 0 : spent * Self.worthTelling >= limit.capacityNanoseconds else { return }
        sharing.listed.insert(entries[slot].hash)
        if untold * Self.urgent >= limit.capacityNanoseconds { sharing.isUrgent = true }
    }

    /// The uses to share, for so many keys at most.
    mutating func takeUntold(keysMax: Int) -> [Use] {
        sharing.isUrgent = false
        let hashes = sharing.listed.prefix(keysMax)
        sharing.listed.subtract(Array(hashes))
        return hashes.compactMap { hash in
            guard let slot = slot(of: hash), entries[slot].untoldNanoseconds != 0 else { return nil }
            defer { entries[slot].untoldNanoseconds = 0 }
            return Use(
                hash: hash, nanoseconds: entries[slot].untoldNanoseconds,
                capacityNanoseconds: limit.capacityNanoseconds)
        }
    }

    /// It was not received: share it again.
    mutating func takeBack(_ use: Use) {
        guard let slot = slot(of: use.hash) else { return }
        entries[slot].untoldNanoseconds += use.nanoseconds
        sharing.listed.insert(use.hash)
    }

    /// A key's uses in all processes together, except unshared ones.
    ///
    /// - Parameters:
    ///   - spent: nanoseconds of waiting until it has its allowance back.
    ///   - now: when that was so.
    mutating func learn(_ hash: UInt64, spentNanoseconds spent: Int64, at now: MonotonicInstant) {
        guard let slot = slot(of: hash) else { return }
        let bounded = min(max(0, spent), Self.debtMax * limit.capacityNanoseconds)
        entries[slot].fullAtNanoseconds = now.nanoseconds + bounded + entries[slot].untoldNanoseconds
    }
}
