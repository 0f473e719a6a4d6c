package import Referrals

/// Changes in order, and where the next page begins.
package struct ChangePage: Sendable {
    package let rows: [StoredChange]
    package let next: ChangeCursor
    /// Whether more may be there already.
    package let isFull: Bool
    /// Up to where changes were complete when the page was read: no reader has been further than that.
    package let horizon: ChangeCursor
    /// Whether the page was asked for behind a position that no change has had yet. There are no rows then,
    /// and such a position must not be read from: changes that get it later are new.
    package let isAhead: Bool

    init(
        rows: [StoredChange], next: ChangeCursor, isFull: Bool, horizon: ChangeCursor, isAhead: Bool = false
    ) {
        self.rows = rows
        self.next = next
        self.isFull = isFull
        self.horizon = horizon
        self.isAhead = isAhead
    }

    /// The page behind `cursor`, of rows that may go beyond what is complete.
    init(_ rows: [StoredChange], after cursor: ChangeCursor, upTo horizon: ChangeCursor, limit: Int) {
        let complete = rows.prefix { $0.cursor.position <= horizon.position }
        if complete.count == limit, let last = complete.last {
            self.init(rows: rows, next: last.cursor, isFull: true, horizon: horizon)
        } else {
            let next = horizon.position > cursor.position ? horizon : cursor
            self.init(rows: Array(complete), next: next, isFull: false, horizon: horizon)
        }
    }
}
