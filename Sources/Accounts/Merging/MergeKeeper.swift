internal import Batching
internal import EventLoops
internal import FoundationEssentials
internal import Ledger
internal import Postgres
internal import Referrals
internal import Rewards
internal import Store
internal import Values

/// Takes to accounts what came in for players who became them: by calls that were under way, of rewards that
/// had been held, and of redemptions that are given back. Any process does it, by PostgreSQL's clock.
package final class MergeKeeper: Recurring {
    private static let batchMerges = 20
    /// One that can't be done just now comes round again, and holds nobody else up.
    private static let postponedSeconds: Int64 = 60
    private static let secondLookSeconds: Int64 = 60

    let failure = "taking on what came in for merged players failed"
    private let context: AccountsContext

    package init(_ context: AccountsContext) {
        self.context = context
    }

    var log: @Sendable (LogLine) -> Void { context.log }

    func round(on loop: isolated EventLoop) async throws(PostgresError) {
        var due = try await context.pool.run(FindDueMerges(limit: Self.batchMerges))[...]
        guard !due.isEmpty else { return }
        try await context.pool.work(at: .merge) { () throws(PostgresError) in
            try await settle(due.removeFirst())
            return !due.isEmpty
        }
    }

    private func settle(_ due: FindDueMerges.Row) async throws(PostgresError) {
        guard context.causes.admits(.merge(due.merge), due.mac) else {
            try await context.pool.run(SettleMerge(due, next: nil))
            return
        }
        do throws(PostgresError) {
            try await takeOn(due)
        } catch {
            if error == .closed { throw error }
            context.log(LogLine(.warning, "a merged player can't be looked through", error.logFields))
            let later = context.clock.now.adding(seconds: Self.postponedSeconds)
            try await context.pool.run(SettleMerge(due, next: later))
        }
    }

    private func takeOn(_ due: FindDueMerges.Row) async throws(PostgresError) {
        let (merge, now) = (due.merge, context.clock.now)
        let (late, balances, players, merged) = try await context.pool.run(
            FindRefereeIDs(of: merge.player), FindBalances([merge.player]), FindUsersByID([merge.player]),
            FindMergedUsers(of: merge.account))
        guard let player = players.first, player.isAnonymous, player.isMerged || player.isErased else {
            context.causes.report(.merge(merge))
            try await context.pool.run(SettleMerge(due, next: nil))
            return
        }
        let secondLook = merge.mergedAt.adding(seconds: Self.secondLookSeconds)
        try await context.booking { _ throws(PostgresError) in
            try await context.pool.transaction { transaction throws(PostgresError) in
                var writes = DecidedWrites()
                var statements: [any Statement] = []
                if !late.isEmpty { statements = try await move(late, of: merge, &writes, transaction) }
                let excess = try await MergeExcess(
                    of: player, into: merge.account, merged: merged.map(\.uid).filter { $0 != merge.player },
                    without: [], in: transaction, at: now)
                excess.write(to: &writes, context, at: now)
                statements += MergeAudit(context: context, now: now).statements(excess)
                for balance in balances where balance.amount > 0 {
                    let account = Account(uid: merge.account, currency: balance.account.currency)
                    writes.move(balance.account, to: account, as: context.makeID(), at: now)
                }
                transaction.order(writes.credited)
                statements.append(SettleMerge(due, next: now < secondLook ? secondLook : nil))
                try await writes.commit(
                    transaction, after: statements, sealedBy: context.ledgerKey, locks: true)
            }
        }
    }

    /// Those who named the player as the merge was under way.
    private func move(
        _ late: [UserID], of merge: MergeRecord, _ writes: inout DecidedWrites, _ transaction: Transaction
    ) async throws(PostgresError) -> [any Statement] {
        let uids = Array(Set(late + [merge.account]))
        context.lockInOrder(uids, in: transaction)
        let (users, marks) = try await transaction.send(LockUsers(uids), FindMarksBrought(by: merge.player))
        guard let account = users.first(where: { $0.uid == merge.account }) else { return [] }
        let (referrers, _) = try await ReferrerChain.up(from: account, in: transaction)
        let closing = users.first { $0.uid != account.uid && referrers.contains($0.uid) }
        let moved = users.filter {
            $0.uid != account.uid && $0.uid != closing?.uid && $0.referral.referredBy == merge.player
        }
        writes.addReferees(
            ReferralCounts(
                referred: Int64(moved.count), signedUp: Int64(moved.count { !$0.isAnonymous })),
            of: account.uid)
        let movedIDs = moved.map(\.uid)
        let theirs = marks.filter { movedIDs.contains($0.referee) }.map { $0.with(account.uid) }
        let statements: [any Statement] =
            [MoveReferees(movedIDs, from: merge.player, to: account.uid)]
            + (theirs.isEmpty ? [] : [KeepMarks(theirs)]) + [DeleteMarksBrought(by: merge.player)]
        guard var closing else { return statements }
        closing.referral = Referral(rejection: .ring, rejectedName: account.uid.description)
        return statements + [SetMergedFacts(closing)]
    }
}
