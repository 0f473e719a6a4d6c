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
        guard try await !due(limit: 1).isEmpty else { return 0 }
        var count = 0
        try await context.pool.work(under: .reservations) { () throws(PostgresError) in
            let due = try await due(limit: Self.pageRows)
            let given = try await giveBack(due)
            count += given
            return due.count == Self.pageRows
        }
        return count
    }

    /// Without those that are set aside.
    private func due(limit: Int) async throws(PostgresError) -> [LedgerEntry.Key] {
        let others = context.setAside.waiting(.reservations, at: context.clock.now).compactMap(\.id)
        return try await context.pool.run(FindDueReservations(limit: limit, without: others))
    }

    private func giveBack(_ due: [LedgerEntry.Key]) async throws(PostgresError) -> Int {
        var given = 0
        for key in due {
            switch try await expire(key) {
            case .success: given += 1
            // Another process was faster.
            case .failure(.redemptionNotFound), nil: break
            case .failure(.redemptionUnproved):
                let later = context.clock.now.adding(seconds: Self.shelvedSeconds)
                try await context.pool.run(ShelveReservation(key, until: later))
            case .failure(let error):
                _ = context.postpone(SetAside.Key(key), of: .reservations, because: "\(error)")
            }
        }
        return given
    }

    /// One that fails, such as on a locked account, fails alone.
    private func expire(
        _ key: LedgerEntry.Key
    ) async throws(PostgresError) -> RedemptionTransaction.StepResult? {
        do throws(PostgresError) {
            return try await RedemptionTransaction(context: context, now: context.clock.now)
                .run(RedemptionChange(.expire, of: key))
        } catch {
            guard error.isOfItem else { throw error }
            _ = context.postpone(SetAside.Key(key), of: .reservations, because: error)
            return nil
        }
    }
}

extension SetAside.Key {
    init(_ key: LedgerEntry.Key) {
        self.init(uid: key.uid, id: key.id)
    }
}
