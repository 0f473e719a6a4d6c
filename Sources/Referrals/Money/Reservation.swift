package import Values

/// A redemption that the app has still to keep: by itself it is given back when its time is up.
package struct Reservation: Equatable, Sendable {
    package enum State: String, Sendable {
        case reserved
        /// Kept for good.
        case captured
        /// Given back on request.
        case cancelled
        /// Given back because its time was up.
        case expired
    }

    package static let minutes: ClosedRange<Int64> = 1...1_440

    /// The redemption, which took the amount already.
    package let key: LedgerEntry.Key
    package let currency: Currency
    package let amount: Int64
    package let minutes: Int32
    package let expiresAt: Timestamp
    package var state: State

    package init(
        key: LedgerEntry.Key, currency: Currency, amount: Int64, minutes: Int32, expiresAt: Timestamp,
        state: State = .reserved
    ) {
        self.key = key
        self.currency = currency
        self.amount = amount
        self.minutes = minutes
        self.expiresAt = expiresAt
        self.state = state
    }

    /// Of a redemption that was just booked.
    package init(of entry: LedgerEntry, minutes: Int32) {
        self.init(
            key: entry.key, currency: entry.account.currency, amount: -entry.amount, minutes: minutes,
            expiresAt: entry.createdAt.adding(seconds: Int64(minutes) * 60))
    }
}
