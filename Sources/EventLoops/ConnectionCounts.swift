/// A listener's counts.
package struct ConnectionCounts: Sendable {
    package var open = 0
    /// Reset because their address had its share.
    package var refused = 0
    /// Ended for the sake of others.
    package var displaced = 0

    package static let none = ConnectionCounts()
}
