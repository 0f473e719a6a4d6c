internal import Basics
internal import Batching
internal import Postgres
internal import Referrals
internal import Store

/// The currencies of manual bookings, as one loop has them. A missing one is looked up in the database
/// before it is refused.
package final class CurrencyBook {
    /// All that are ever declared.
    static let countMax = 1_000

    private let pool: PostgresPool
    private let notifications: Notifications
    private var known: Set<Currency> = []
    /// Changes heard of: what was read meanwhile may be older.
    private var changes = 0

    init(pool: PostgresPool, notifications: Notifications) {
        self.pool = pool
        self.notifications = notifications
        notifications.listen(to: Channels.currencies) { [weak self] _ in self?.forget() }
        notifications.onConnected { [weak self] in self?.forget() }
    }

    /// Whether no query is needed.
    func isSurelyActive(_ currency: Currency) -> Bool {
        notifications.isFresh && known.contains(currency)
    }

    func active() async throws(PostgresError) -> Set<Currency> {
        let before = changes
        let all = try await pool.run(ListCurrencies(after: nil, limit: Self.countMax))
        let active = Set(all.filter { $0.state == .active }.map(\.currency))
        if before == changes { known = active }
        return active
    }

    static func nearest(to currency: Currency, among active: Set<Currency>) -> Currency? {
        Suggestion.nearestOfAll(to: currency.description, among: active.map(\.description).sorted())
            .flatMap { Currency($0) }
    }

    private func forget() {
        known = []
        changes += 1
    }
}
