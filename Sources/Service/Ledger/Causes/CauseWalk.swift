internal import FoundationEssentials
internal import Postgres
internal import Referrals
internal import Store
internal import Values

/// Walks the rows that money or power follows from, page by page: held rewards, reservations that wait,
/// merges, and API keys in force.
struct CauseWalk {
    static let pageRows = 2_000
    private static let keysMax = 10_000
    private static let start = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))

    /// - Parameter page: runs a statement.
    static func rewards(
        _ page: (WalkRewards) async throws(PostgresError) -> [HeldReward],
        _ take: ([HeldReward]) async throws(PostgresError) -> Void
    ) async throws(PostgresError) {
        var (uid, id) = (start, start)
        while true {
            let rows = try await page(WalkRewards(after: uid, id, limit: pageRows))
            try await take(rows)
            guard rows.count == pageRows, let last = rows.last?.reward else { return }
            (uid, id) = (last.beneficiary.uuid, last.id)
        }
    }

    static func reservations(
        _ page: (WalkReservations) async throws(PostgresError) -> [WalkReservations.Row],
        _ take: ([WalkReservations.Row]) async throws(PostgresError) -> Void
    ) async throws(PostgresError) {
        var (uid, id) = (start, start)
        while true {
            let rows = try await page(WalkReservations(after: uid, id, limit: pageRows))
            try await take(rows)
            guard rows.count == pageRows, let last = rows.last?.reservation.key else { return }
            (uid, id) = (last.uid.uuid, last.id)
        }
    }

    static func merges(
        _ page: (WalkMerges) async throws(PostgresError) -> [WalkMerges.Row],
        _ take: ([WalkMerges.Row]) async throws(PostgresError) -> Void
    ) async throws(PostgresError) {
        var uid = start
        while true {
            let rows = try await page(WalkMerges(after: uid, limit: pageRows))
            try await take(rows)
            guard rows.count == pageRows, let last = rows.last?.merge else { return }
            uid = last.player.uuid
        }
    }

    static func transfers(
        _ page: (WalkTransfers) async throws(PostgresError) -> [WalkTransfers.Row],
        _ take: ([WalkTransfers.Row]) async throws(PostgresError) -> Void
    ) async throws(PostgresError) {
        var (uid, id) = (start, start)
        while true {
            let rows = try await page(WalkTransfers(after: uid, id, limit: pageRows))
            try await take(rows)
            guard rows.count == pageRows, let last = rows.last else { return }
            (uid, id) = (last.uid.uuid, last.id)
        }
    }

    static var apiKeys: ListActiveAPIKeys { ListActiveAPIKeys(limit: keysMax) }
}
