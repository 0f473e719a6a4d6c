internal import FoundationEssentials
package import Postgres
internal import Referrals
internal import Store
internal import Values

/// Finds entries without a cause, and rows without a genuine MAC from which entries would follow.
package struct CauseCheck {
    private static let rowsMax = 1_000

    private let transaction: Transaction
    private let causes: CauseGuard

    /// - Parameter isEnforced: whether a row must have a MAC.
    init(transaction: Transaction, keys: LedgerKeys, isEnforced: Bool) {
        self.transaction = transaction
        causes = CauseGuard(keys: keys, isEnforced: isEnforced)
    }

    package func run(in report: inout LedgerReport) async throws(PostgresError) {
        try await checkRewards(in: &report)
        try await checkReservations(in: &report)
        try await checkMerges(in: &report)
        let apiKeys: [APIKeyRecord] = try await transaction.send(ListActiveAPIKeys.all)
        for key in apiKeys { check(.apiKey(key), key.mac, in: &report) }
        try await checkTransfers(in: &report)
        let refunds: [FindUnmatchedRefunds.Row] = try await transaction.send(
            FindUnmatchedRefunds(limit: Self.rowsMax))
        for row in refunds { report.find(.refundUncaused, "\(row.uid) entry \(row.id.lowercaseText)") }
    }

    private func check(_ cause: Cause, _ mac: [UInt8]?, in report: inout LedgerReport) {
        let verdict = causes.verdict(on: cause, mac)
        if !causes.admits(verdict) {
            report.find(.causeForged, cause.description)
        } else if verdict == .absent {
            report.unproved += 1
        }
    }

    private func checkRewards(in report: inout LedgerReport) async throws(PostgresError) {
        var cursor = RowCursor<WalkRewards>()
        while let rows = try await cursor.next(in: transaction) {
            for (cause, mac) in rows.compactMap(WalkRewards.cause) { check(cause, mac, in: &report) }
            try await checkEvents(of: rows.map(\.reward), in: &report)
        }
    }

    /// Each reward follows an event that was received by then. Erased players have no events, and imported
    /// accounts have none at first.
    private func checkEvents(
        of rewards: [Reward], in report: inout LedgerReport
    ) async throws(PostgresError) {
        let subjects = Array(Set(rewards.map(\.subject)))
        guard !subjects.isEmpty else { return }
        let (events, users) = try await transaction.send(
            FindFirstEvents(of: subjects), FindUsersByID(subjects))
        let first = Dictionary(events.map { ($0.uid, $0.receivedAt) }) { $1 }
        let players = Dictionary(users.map { ($0.uid, $0) }) { $1 }
        for reward in rewards {
            let player = players[reward.subject]
            let fact = first[reward.subject] ?? player?.signedUpAt
            if player?.isErased == true || fact.map({ $0 <= reward.grantedAt }) == true { continue }
            report.find(
                .rewardUncaused, "\(reward.beneficiary) reward \(reward.id.lowercaseText): \(reward.rule)")
        }
    }

    private func checkReservations(in report: inout LedgerReport) async throws(PostgresError) {
        var cursor = RowCursor<WalkReservations>()
        while let rows = try await cursor.next(in: transaction) {
            for (cause, mac) in rows.compactMap(WalkReservations.cause) { check(cause, mac, in: &report) }
        }
    }

    /// A merged player was anonymous and is marked as merged.
    private func checkMerges(in report: inout LedgerReport) async throws(PostgresError) {
        var cursor = RowCursor<WalkMerges>()
        while let rows = try await cursor.next(in: transaction) {
            for (cause, mac) in rows.compactMap(WalkMerges.cause) { check(cause, mac, in: &report) }
            let merges = rows.map(\.merge)
            guard !merges.isEmpty else { continue }
            let users: [User] = try await transaction.send(FindUsersByID(merges.map(\.player)))
            let good = Set(users.filter { $0.isErased || $0.isMerged && $0.isAnonymous }.map(\.uid))
            for merge in merges where !good.contains(merge.player) {
                report.find(.mergeUncaused, "\(merge.player) into \(merge.account)")
            }
        }
    }

    /// Money is transferred only between a merged player and the player's account.
    private func checkTransfers(in report: inout LedgerReport) async throws(PostgresError) {
        var cursor = RowCursor<WalkTransfers>()
        while let rows = try await cursor.next(in: transaction) {
            guard !rows.isEmpty else { continue }
            let players = Array(Set(rows.flatMap { [$0.uid, $0.other] }))
            let merges = try await transaction.send(FindMerges(of: players))
            let accounts = Dictionary(merges.map { ($0.player, $0.account) }) { $1 }
            for row in rows where accounts[row.uid] != row.other && accounts[row.other] != row.uid {
                report.find(.transferUncaused, "\(row.uid) entry \(row.id.lowercaseText)")
            }
        }
    }
}
