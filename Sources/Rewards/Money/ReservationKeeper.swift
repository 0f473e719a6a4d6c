internal import Batching
internal import EventLoops
internal import Postgres
internal import Referrals
internal import Store
internal import Values

/// Gives expired reservations back. A lease limits it to one process at a time; a constraint, not the
/// lease, makes each refund unique.
package final class ReservationKeeper: Recurring {
    private static let pageRows = 100
    /// So many users whose reservations can't be given back are gone past; the next round begins anew.
    private static let heldUpMax = 1_000
    /// A hundred years.
    private static let shelvedSeconds: Int64 = 100 * 365 * 86_400

    let failure = "giving back expired reservations failed"
    private let context: RewardsContext

    package init(_ context: RewardsContext) {
        self.context = context
    }

    var pauseMilliseconds: Int { 2_000 }

    var log: @Sendable (LogLine) -> Void { context.log }

    func round(on loop: isolated EventLoop) async throws(PostgresError) {
        _ = try await giveBack()
    }

    /// - Returns: how many were given back; 0 where another process is at it.
    func giveBack() async throws(PostgresError) -> Int {
        guard try await !context.pool.run(FindDueReservations(limit: 1)).isEmpty else { return 0 }
        var count = 0
        var heldUp: Set<UserID> = []
        try await context.pool.work(under: .reservations) { () throws(PostgresError) in
            let due = try await context.pool.run(
                FindDueReservations(limit: Self.pageRows, without: Array(heldUp)))
            count += try await giveBack(due, &heldUp)
            return due.count == Self.pageRows && heldUp.count <= Self.heldUpMax
        }
        return count
    }

    /// - Parameter heldUp: gets the users whose could not be given back; their others wait, too.
    private func giveBack(
        _ due: [LedgerEntry.Key], _ heldUp: inout Set<UserID>
    ) async throws(PostgresError) -> Int {
        var given = 0
        for key in due where !heldUp.contains(key.uid) {
            switch try await expire(key) {
            case .success: given += 1
            // Another process was faster.
            case .failure(.redemptionNotFound): break
            case .failure(.redemptionUnproved):
                let later = context.clock.now.adding(seconds: Self.shelvedSeconds)
                try await context.pool.run(ShelveReservation(key, until: later))
            case .failure(let error):
                heldUp.insert(key.uid)
                let fields = ["uid": "\(key.uid)", "id": key.id.lowercaseText, "error": "\(error)"]
                context.log(LogLine(.error, "an expired reservation can't be given back", fields))
            }
        }
        return given
    }

    /// One whose account is locked fails alone.
    private func expire(
        _ key: LedgerEntry.Key
    ) async throws(PostgresError) -> RedemptionTransaction.StepResult {
        do throws(PostgresError) {
            return try await RedemptionTransaction(context: context, now: context.clock.now)
                .run(RedemptionChange(.expire, of: key))
        } catch {
            guard error.isLocked else { throw error }
            return .failure(.unavailable)
        }
    }
}
