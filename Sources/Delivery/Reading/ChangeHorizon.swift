package import Referrals
package import Store

/// Up to where changes are complete: no transaction with an earlier position is open.
///
/// A transaction takes its positions after it has its id. So when the last position is read, and then the
/// next id, all positions up to that one belong to smaller ids. Once those have ended, they are complete, for
/// rows that are read after that.
package struct ChangeHorizon: Sendable {
    /// The start before anything is known.
    package private(set) var cursor = ChangeCursor.start
    /// The last position of the last reading.
    package private(set) var last: Int64 = 0
    private var pending: (last: ChangeCursor, next: Int64)?

    package init() {}

    /// Whether positions that are taken wait for the end of their transactions.
    package var isWaiting: Bool { pending != nil }

    /// Takes a reading: the last position first, then the open transactions.
    package mutating func note(last: ChangeCursor, _ open: OpenTransactions) {
        self.last = last.position
        if let waiting = pending, open.oldestOpen >= waiting.next {
            advance(to: waiting.last)
            pending = nil
        }
        if open.oldestOpen >= open.next {
            advance(to: last)
            pending = nil
        } else if pending == nil, last.position > cursor.position {
            pending = (last, open.next)
        }
    }

    func noting(_ last: [ChangeCursor], _ open: [OpenTransactions]) -> ChangeHorizon {
        var horizon = self
        if let last = last.first, let open = open.first { horizon.note(last: last, open) }
        return horizon
    }

    /// Takes over what another reader has found.
    mutating func merge(_ other: ChangeHorizon) {
        advance(to: other.cursor)
        last = max(last, other.last)
        if let waiting = pending, waiting.last.position <= cursor.position { pending = nil }
        if pending == nil, let theirs = other.pending, theirs.last.position > cursor.position {
            pending = theirs
        }
    }

    private mutating func advance(to found: ChangeCursor) {
        if found.position >= cursor.position { cursor = found }
    }
}
