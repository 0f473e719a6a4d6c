package import Postgres
package import Store

/// The ledger's tables as one snapshot of the database has them.
package struct DatabasePages: LedgerPages {
    package typealias Failure = PostgresError

    private static let pageRows = 5_000

    package let transaction: Transaction
    private var hasKeys = false
    private var statement: Int64 = .min
    private var balance = AccountPosition.start
    private var head = (position: AccountPosition.start, statement: Int64.min)
    private var entry = (position: AccountPosition.start, sequence: Int64.min)
    private var hasRewards = false
    private var hasReservations = false

    init(_ transaction: Transaction) {
        self.transaction = transaction
    }

    package mutating func nextKeys() async throws(PostgresError) -> [FindLedgerKeys.Row] {
        defer { hasKeys = true }
        return hasKeys ? [] : try await transaction.send(FindLedgerKeys())
    }

    package mutating func nextStatements() async throws(PostgresError) -> [StoredStatement] {
        let page = try await transaction.send(WalkLedgerStatements(after: statement, limit: Self.pageRows))
        statement = page.last?.number ?? statement
        return page
    }

    package mutating func nextBalances() async throws(PostgresError) -> [StoredBalance] {
        let page = try await transaction.send(ListStoredBalances(after: balance, limit: Self.pageRows))
        balance = page.last?.position ?? balance
        return page
    }

    package mutating func nextHeads() async throws(PostgresError) -> [StatedHead] {
        let page = try await transaction.send(
            ListStatedHeads(after: head.position, head.statement, limit: Self.pageRows))
        if let last = page.last {
            head = (AccountPosition(uid: last.uid, currency: last.currency), last.statement)
        }
        return page
    }

    package mutating func nextEntries() async throws(PostgresError) -> [StoredEntry] {
        let page = try await transaction.send(
            ListStoredEntries(after: entry.position, entry.sequence, limit: Self.pageRows))
        if let last = page.last {
            entry = (AccountPosition(uid: last.uid, currency: last.currency), last.sequence)
        }
        return page
    }

    package mutating func nextUnbookedRewards() async throws(PostgresError) -> [UnbookedReward] {
        defer { hasRewards = true }
        return hasRewards ? [] : try await transaction.send(FindUnbookedRewards(limit: Self.pageRows))
    }

    package mutating func nextBrokenReservations() async throws(PostgresError) -> [BrokenReservation] {
        defer { hasReservations = true }
        return hasReservations ? [] : try await transaction.send(FindBrokenReservations(limit: Self.pageRows))
    }
}
