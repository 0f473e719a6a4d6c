package import Referrals
package import Store

/// Up to where changes are complete: no transaction with an earlier position is open.
///
/// A transaction takes its positions after it has its id. So when the last position is read, and then the
/// next id, all positions up to that one belong to smaller ids. Once those have ended, they are complete.
package struct ChangeHorizon: Sendable {
    /// Nil before anything is known.
    package private(set) var cursor: ChangeCursor?
    private var pending: (last: ChangeCursor, next: Int64)?

    package init() {}

    /// Whether positions that are taken wait for the end of their transactions.
    package var isWaiting: Bool { pending != nil }

    /// Takes a reading: the last position first, then the open transactions.
    package mutating func note(last: ChangeCursor, _ open: OpenTransactions) {
        if open.oldestOpen >= open.next {
            advance(to: last)
            pending = nil
            return
        }
        if let waiting = pending, open.oldestOpen >= waiting.next {
            advance(to: waiting.last)
            pending = nil
        }
        if pending == nil, last.position > (cursor?.position ?? -1) { pending = (last, open.next) }
    }

    private mutating func advance(to found: ChangeCursor) {
        if found.position >= (cursor?.position ?? -1) { cursor = found }
    }
}
