internal import EventLoops
package import Referrals
package import Values

/// Numbers the facts of a process in the order in which rules judge them, on all of its loops.
///
/// A number is the current time's, or follows the last one where that is later: a hybrid logical clock
/// without messages, since all processes share PostgreSQL's time (Kulkarni et al. 2014, section 3). Rules
/// judge while budgets are locked, so facts that compete for a budget are numbered in the order of its
/// payments.
package final class FactNumbers: Sendable {
    private let next = Locked(Int64.min)

    package init() {}

    /// - Returns: the first of `count` numbers in a row.
    package func reserve(_ count: Int, at now: Timestamp) -> FactNumber {
        next.withLock { next in
            let first = max(next, FactNumber(firstAt: now).value)
            next = first + Int64(count)
            return FactNumber(first)
        }
    }
}
