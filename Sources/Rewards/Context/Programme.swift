package import Batching
package import EventLoops
package import Postgres
package import Referrals
internal import Store

/// The active rules, as one loop has them: read when they change, not when they are used.
///
/// A change notifies all processes. Without notifications, a loaded programme is used for a second.
package final class Programme: TableMirror {
    private static let unheardMilliseconds = 1_000
    /// Programmes before the newest that are remembered, for what events kept of them.
    private static let formerMax = 16

    package var mirrored = MirrorState()
    private let pool: PostgresPool
    private let notifications: Notifications
    private let code: [any RewardRule]
    private let offers: OfferAmounts
    private var book: RuleBook?
    private var readAt: MonotonicInstant = .now
    private var former: [RuleBook] = []

    package init(
        pool: PostgresPool, notifications: Notifications, code: [any RewardRule], offers: OfferAmounts,
        on loop: isolated EventLoop
    ) {
        self.pool = pool
        self.notifications = notifications
        self.code = code
        self.offers = offers
        notifications.listen(to: Channels.programme) { [weak self] _ in self?.refresh(on: loop) }
        notifications.onConnected { [weak self] in self?.refresh(on: loop) }
    }

    /// Whether the rules were read at least once.
    package var isKnown: Bool { book != nil }

    /// The active rules.
    package func current() async throws(PostgresError) -> RuleBook {
        if let book, isFresh { return book }
        return try await readOnce()
    }

    /// The rules that were active together, as an event names them; nil for none.
    func book(of version: Int64) async throws(PostgresError) -> RuleBook? {
        if let known = ([book].compactMap(\.self) + former).first(where: { $0.version == version }) {
            return known
        }
        guard let found = try await find(version) else { return nil }
        former = Array(([found] + former).prefix(Self.formerMax))
        return found
    }

    /// Reads them, as after a change of one's own.
    ///
    /// - Parameter isOlderToo: as where a standby took over that had not heard of the last ones.
    @discardableResult
    func readOnce(isOlderToo: Bool = false) async throws(PostgresError) -> RuleBook {
        let changes = mirrored.changes
        let found = try await find(nil) ?? RuleBook(code: code)
        return adopt(found, changes, isOlderToo: isOlderToo)
    }

    /// The active rules, locked against changes until the transaction ends. Must be the transaction's first
    /// lock.
    func read(inLockOf transaction: Transaction) async throws(PostgresError) -> RuleBook {
        let changes = mirrored.changes
        let (_, numbers, rows, trust) = try await transaction.send(
            LockProgrammeShared(), FindProgramme(nil), ListProgrammeRules(of: nil), FindTrust(of: nil))
        let found = book(numbers, rows, trust) ?? RuleBook(code: code)
        return adopt(found, changes, isOlderToo: true)
    }

    private func adopt(_ found: RuleBook, _ changes: Int, isOlderToo: Bool) -> RuleBook {
        // Another reading may have been quicker, and may have seen more.
        guard isOlderToo || found.version >= (book?.version ?? 0) else { return book ?? found }
        if let book, book.version != found.version {
            former = Array(([book] + former).prefix(Self.formerMax))
        }
        book = found
        offers.replace(found.amounts, version: found.version)
        if changes == mirrored.changes { readAt = .now }
        return found
    }

    private var isFresh: Bool {
        notifications.isFresh || MonotonicInstant.now.milliseconds(since: readAt) < Self.unheardMilliseconds
    }

    private func find(_ version: Int64?) async throws(PostgresError) -> RuleBook? {
        let (numbers, rows, trust) = try await pool.run(
            FindProgramme(version), ListProgrammeRules(of: version), FindTrust(of: version))
        return book(numbers, rows, trust)
    }

    private func book(
        _ numbers: [FindProgramme.Row], _ rows: [ListProgrammeRules.Row], _ trust: [FindTrust.Row]
    ) -> RuleBook? {
        guard let number = rows.first?.programme ?? numbers.first.flatMap(\.self) else { return nil }
        return RuleBook(
            version: number, rows.map(\.rule), code: code, trust: trust.first?.terms ?? .standard)
    }

    package func read(on loop: isolated EventLoop) async throws(PostgresError) {
        try await readOnce()
    }
}
