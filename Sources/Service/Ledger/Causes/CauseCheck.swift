internal import FoundationEssentials
internal import Postgres
internal import Referrals
internal import Store
internal import Values

/// Says which entries, and which rows that entries may follow from, have no cause of the service's own.
struct CauseCheck {
    private static let rowsMax = 1_000

    let transaction: Transaction
    let keys: LedgerKeys
    /// Whether rows of before were adopted.
    let isEnforced: Bool

    func run(in report: inout LedgerReport) async throws(PostgresError) {
        try await checkRewards(in: &report)
        try await checkReservations(in: &report)
        try await checkMerges(in: &report)
        let apiKeys: [APIKeyRecord] = try await transaction.send(CauseWalk.apiKeys)
        for key in apiKeys {
            check(.apiKey(key), key.mac, in: &report)
        }
        try await checkTransfers(in: &report)
        let refunds: [FindUnmatchedRefunds.Row] = try await transaction.send(
            FindUnmatchedRefunds(limit: Self.rowsMax))
        for row in refunds {
            report.find(.refundUncaused, "\(row.uid) entry \(row.id.lowercaseText)")
        }
    }

    private func check(_ cause: Cause, _ mac: [UInt8]?, in report: inout LedgerReport) {
        let causes = CauseGuard(keys: keys, isEnforced: isEnforced)
        let verdict = causes.verdict(on: cause, mac)
        if !causes.admits(verdict) {
            report.find(.causeForged, cause.description)
        } else if verdict == .absent {
            report.unproved += 1
        }
    }

    private func checkRewards(in report: inout LedgerReport) async throws(PostgresError) {
        var found = report
        try await CauseWalk.rewards { page throws(PostgresError) in
            try await transaction.send(page)
        } _: { rows throws(PostgresError) in
            for row in rows where row.reward.status == .held {
                check(.reward(row.reward), row.mac, in: &found)
            }
            try await checkEvents(of: rows.map(\.reward), in: &found)
        }
        report = found
    }

    /// Each reward follows from an event that was recorded by then. Of players who are gone none is left, and
    /// accounts that were imported have none at first.
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
        var found = report
        try await CauseWalk.reservations { page throws(PostgresError) in
            try await transaction.send(page)
        } _: { rows throws(PostgresError) in
            for row in rows { check(.reservation(row.reservation), row.mac, in: &found) }
        }
        report = found
    }

    /// Who became an account was anonymous, and says so.
    private func checkMerges(in report: inout LedgerReport) async throws(PostgresError) {
        var found = report
        try await CauseWalk.merges { page throws(PostgresError) in
            try await transaction.send(page)
        } _: { rows throws(PostgresError) in
            guard !rows.isEmpty else { return }
            let users = try await transaction.send(FindUsersByID(rows.map(\.merge.player)))
            let players = Dictionary(users.map { ($0.uid, $0) }) { $1 }
            for row in rows {
                check(.merge(row.merge), row.mac, in: &found)
                if let player = players[row.merge.player], player.isErased { continue }
                guard let player = players[row.merge.player], player.isMerged, player.isAnonymous else {
                    found.find(.mergeUncaused, "\(row.merge.player) into \(row.merge.account)")
                    continue
                }
            }
        }
        report = found
    }

    /// Money goes over between a player and the account that it became, and nowhere else.
    private func checkTransfers(in report: inout LedgerReport) async throws(PostgresError) {
        var found = report
        try await CauseWalk.transfers { page throws(PostgresError) in
            try await transaction.send(page)
        } _: { rows throws(PostgresError) in
            guard !rows.isEmpty else { return }
            let players = Array(Set(rows.flatMap { [$0.uid, $0.other] }))
            let merges = try await transaction.send(FindMerges(of: players))
            let accounts = Dictionary(merges.map { ($0.player, $0.account) }) { $1 }
            for row in rows where accounts[row.uid] != row.other && accounts[row.other] != row.uid {
                found.find(.transferUncaused, "\(row.uid) entry \(row.id.lowercaseText)")
            }
        }
        report = found
    }
}
