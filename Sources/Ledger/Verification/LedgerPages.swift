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
    mutating func nextBrokenReservations() async throws(Failure) -> [BrokenReservation]
}
