/// The final state of a redemption.
package enum RedemptionState: String, Sendable {
    case captured
    case cancelled
    case expired
    case refunded

    /// Nil while it waits.
    package init?(_ state: Reservation.State) {
        switch state {
        case .reserved: return nil
        case .captured: self = .captured
        case .cancelled: self = .cancelled
        case .expired: self = .expired
        }
    }
}
