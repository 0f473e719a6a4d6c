internal import Batching
internal import Postgres
internal import Store

extension ServiceContext {
    /// Of two that make the same account at once only one can; and there is nothing to lock before.
    private static let bookingAttemptsMax = 5

    /// Runs a transaction that books entries, and again where another has booked on the same account since it
    /// was read.
    ///
    /// Accounts are mostly read without a lock: who is paid is seldom paid twice at once, and a lock is one
    /// more version of the row. After a race, and for a while, they are locked.
    func booking<Value>(
        _ body: (_ locks: Bool) async throws(PostgresError) -> Value
    ) async throws(PostgresError) -> Value {
        var locks = expectsRace()
        for _ in 1..<Self.bookingAttemptsMax {
            do throws(PostgresError) {
                return try await body(locks)
            } catch {
                guard InsertLedgerEntries.isRace(error) else { throw error }
                races.sawOne()
                locks = true
            }
        }
        return try await body(locks)
    }

    /// Whether the next transaction is better off when it locks the accounts on which it books.
    func expectsRace() -> Bool {
        guard races.areLikely else { return false }
        races.note(false)
        return true
    }
}
