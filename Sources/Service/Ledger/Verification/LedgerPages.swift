package import Store

/// The ledger's tables, page by page, each in the order of its key; an empty page is the end. Users come in
/// the order of their uids' bytes, and a user's rows together.
package protocol LedgerPages {
    associatedtype Failure: Error

    mutating func nextKeys() async throws(Failure) -> [FindLedgerKeys.Row]
    mutating func nextStatements() async throws(Failure) -> [StoredStatement]
    mutating func nextBalances() async throws(Failure) -> [StoredBalance]
    mutating func nextHeads() async throws(Failure) -> [StatedHead]
    mutating func nextEntries() async throws(Failure) -> [StoredEntry]
    mutating func nextUnbookedRewards() async throws(Failure) -> [UnbookedReward]
}

/// A page, and how far it was read.
struct PageCursor<Row> {
    private var rows: [Row] = []
    private var index = 0
    private var isAtEnd = false

    /// Whether the next page has to be read before there is a next row.
    var needsPage: Bool { index == rows.count && !isAtEnd }
    var next: Row? { index < rows.count ? rows[index] : nil }

    mutating func load(_ page: [Row]) {
        (rows, index, isAtEnd) = (page, 0, page.isEmpty)
    }

    mutating func advance() {
        index += 1
    }
}
