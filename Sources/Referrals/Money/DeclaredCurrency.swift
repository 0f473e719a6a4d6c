package import Values

/// A currency as an administrator has declared it.
package struct DeclaredCurrency: Equatable, Sendable {
    package enum State: String, Sendable {
        case active
        /// Can't be adjusted or redeemed; balances stay.
        case archived
    }

    package static let titleCharacters = 1...100

    package let currency: Currency
    /// For people.
    package let title: String
    package let state: State
    package let createdAt: Timestamp
    package let changedAt: Timestamp

    package init(
        currency: Currency, title: String, state: State, createdAt: Timestamp, changedAt: Timestamp
    ) {
        self.currency = currency
        self.title = title
        self.state = state
        self.createdAt = createdAt
        self.changedAt = changedAt
    }
}
