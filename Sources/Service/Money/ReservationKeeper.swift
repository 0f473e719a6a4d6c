package import EventLoops
internal import Postgres
internal import Referrals
internal import Store
internal import Values

extension Services {
    /// Gives back what was reserved and not captured in time, on one loop of the process, until its pool
    /// closes.
    package func keepReservations(on loop: isolated EventLoop) async {
        await reservations.run(on: loop)
    }
}

/// Gives reservations back whose time is up. One process at a time, by a lease that one that was killed
/// loses; that each is given back once is not the lease's doing.
final class ReservationKeeper {
    private static let pageRows = 100

    private let context: ServiceContext
    /// How often it is looked whether one is due.
    private let pauseMilliseconds: Int

    init(_ context: ServiceContext, pauseMilliseconds: Int = 2_000) {
        self.context = context
        self.pauseMilliseconds = pauseMilliseconds
    }

    func run(on loop: isolated EventLoop) async {
        while true {
            do throws(PostgresError) {
                _ = try await giveBack()
            } catch {
                if error == .closed { return }
                // It comes round again, here or in another process.
                context.log(LogLine(.warning, "giving back reservations failed", error.logFields))
            }
            guard (try? await loop.sleep(milliseconds: pauseMilliseconds)) != nil else { return }
        }
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
