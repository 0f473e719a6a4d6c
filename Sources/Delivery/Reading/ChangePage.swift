package import Referrals

/// Changes in order, and where the next page begins.
package struct ChangePage: Sendable {
    package let rows: [StoredChange]
    package let next: ChangeCursor
    /// Whether more may be there already.
    package let isFull: Bool
}
