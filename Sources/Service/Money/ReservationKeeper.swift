internal import EventLoops
internal import Postgres
internal import Referrals
internal import Store
internal import Values

/// Gives reservations back whose time is up. One process at a time, by a lease that one that was killed
/// loses; that each is given back once is not the lease's doing.
final class ReservationKeeper: Recurring {
    private static let pageRows = 100

    let failure = "giving back reservations failed"
    private let context: ServiceContext

    init(_ context: ServiceContext) {
        self.context = context
    }

    var pauseMilliseconds: Int { 2_000 }

    var log: @Sendable (LogLine) -> Void { context.log }

    func round(on loop: isolated EventLoop) async throws(PostgresError) {
        _ = try await giveBack()
    }

    /// - Returns: how many were given back; 0 where another process is at it.
    func giveBack() async throws(PostgresError) -> Int {
        guard try await !context.pool.run(FindDueReservations(limit: 1)).isEmpty,
            let turn = try await context.pool.run(TakeDuty(.reservations, isAsked: true)).first
        else { return 0 }
        var count = 0
        while try await !context.pool.run(KeepDuty(.reservations, turn: turn)).isEmpty {
            let due = try await context.pool.run(FindDueReservations(limit: Self.pageRows))
            let given = try await giveBack(due)
            count += given
            if due.count < Self.pageRows || given == 0 { break }
        }
        try await context.pool.run(EndDuty(.reservations, turn: turn, dueAfterSeconds: 0))
        return count
    }

    private func giveBack(_ due: [LedgerEntry.Key]) async throws(PostgresError) -> Int {
        var given = 0
        for key in due {
            let changer = RedemptionChanger(context: context, now: context.clock.now)
            switch try await changer.run(RedemptionChange(.expire, of: key)) {
            case .success: given += 1
            // Somebody was quicker.
            case .failure(.redemptionNotFound): break
            case .failure(let error):
                let fields = ["uid": "\(key.uid)", "id": key.id.lowercaseText, "error": "\(error)"]
                context.log(LogLine(.error, "a reservation can't be given back", fields))
            }
        }
        return given
    }
}
