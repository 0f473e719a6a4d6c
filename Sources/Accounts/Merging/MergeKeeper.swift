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
    private static let secondLookSeconds: Int64 = 60

    let failure = "sweeping late writes of merged players failed"
    private let context: AccountsContext

    package init(_ context: AccountsContext) {
        self.context = context
    }

    var log: @Sendable (LogLine) -> Void { context.log }

    func round(on loop: isolated EventLoop) async throws(PostgresError) {
        var due = try await context.pool.run(FindDueMerges(limit: Self.batchMerges))[...]
        guard !due.isEmpty else { return }
        try await context.pool.work(under: .merge) { () throws(PostgresError) in
            try await sweep(due.removeFirst())
            return !due.isEmpty
        }
    }

    private func sweep(_ due: FindDueMerges.Row) async throws(PostgresError) {
        guard context.causes.admits(.merge(due.merge), due.mac) else {
            try await context.pool.run(RescheduleMerge(due, next: nil))
            return
        }
        do throws(PostgresError) {
            try await takeOn(due)
            context.noteDone(SetAside.Key(uid: due.merge.player), of: .merges)
        } catch {
            guard error.isOfItem else { throw error }
            let later = context.postpone(SetAside.Key(uid: due.merge.player), of: .merges, because: error)
            try await context.pool.run(RescheduleMerge(due, next: later))
        }
    }

    private func takeOn(_ due: FindDueMerges.Row) async throws(PostgresError) {
        let (merge, now) = (due.merge, context.clock.now)
        let (late, balances, players, merged) = try await context.pool.run(
            FindRefereeIDs(of: merge.player), FindBalances([merge.player]), FindUsersByID([merge.player]),
            FindMergedUsers(of: merge.account))
        guard let player = players.first, player.isAnonymous, player.isMerged || player.isErased else {
            context.causes.report(.merge(merge))
            try await context.pool.run(RescheduleMerge(due, next: nil))
            return
        }
        let secondLook = merge.mergedAt.adding(seconds: Self.secondLookSeconds)
        let family = MergedFamily(of: player, merge.account, merged.map(\.uid).filter { $0 != merge.player })
        try await context.booking { _ throws(PostgresError) in
            try await context.pool.transaction { transaction throws(PostgresError) in
                var writes = DecidedWrites()
                var (statements, rewards) = try await look(
                    at: late, of: family, &writes, in: transaction, at: now)
                try await rewards.read(in: transaction)
                let excess = try await MergeExcess.read(of: rewards, without: [], in: transaction)
                excess.write(to: &writes, context, at: now)
                statements += UpdateHeldReward.voiding(excess.voided)
                statements += MergeAudit(context: context, now: now).statements(excess)
                for balance in balances where balance.amount > 0 {
                    let account = Account(uid: merge.account, currency: balance.account.currency)
                    writes.transfer(balance.account, to: account, as: context.makeID(), at: now)
                }
                writes.silence(merge.player)
                transaction.order(writes.credited)
                // A server of the version before merged without it.
                statements.append(AddFormerUser(merge.player, to: merge.account))
                statements.append(RescheduleMerge(due, next: now < secondLook ? secondLook : nil))
                // Where a reward was clawed back meanwhile, the merge stays due.
                try await writes.commit(
                    transaction, after: statements, in: context, locks: true)
            }
        }
    }

    /// - Parameter late: those who named the player as the merge was under way; locked.
    /// - Returns: what is written of them.
    private func look(
        at late: [UserID], of family: MergedFamily, _ writes: inout DecidedWrites,
        in transaction: Transaction, at now: Timestamp
    ) async throws(PostgresError) -> ([any Statement], FamilyRewards) {
        let uids = late.isEmpty ? [] : Array(Set(late + [family.account]))
        context.lockInOrder(uids, in: transaction)
        let dayAgo = now.adding(seconds: -GrantLimits.daySeconds)
        let (users, fingerprints, chain, given, rules) = try await transaction.sendEach(
            uids.isEmpty ? [] : [LockUsers(uids)],
            uids.isEmpty ? [] : [FindRefereeFingerprints(by: family.player)],
            uids.isEmpty ? [] : [FindChain(from: [family.account], stepsMax: ReferrerChain.stepsMax)],
            [CountGivenTo(family.player, recentSince: dayAgo)], [ListRules()])
        let rewards = FamilyRewards(
            family: family, given: given.flatMap(\.self), rules: rules.flatMap { $0.map(\.rule) })
        let locked = users.flatMap(\.self)
        guard let account = locked.first(where: { $0.uid == family.account }) else { return ([], rewards) }
        let chains = try await ReferrerChain.above([account], chain.flatMap(\.self), in: transaction)
        let others = locked.filter { $0.uid != account.uid }
        let closing = others.first { chains[0].referrers.contains($0.uid) }
        let moved = others.filter { $0.uid != closing?.uid && $0.referral.referredBy == family.player }
        writes.addReferees(
            ReferralCounts(
                referred: Int64(moved.count), signedUp: Int64(moved.count { !$0.isAnonymous })),
            of: account.uid)
        return (statements(moving: moved, fingerprints.flatMap(\.self), closing, in: family), rewards)
    }

    private func statements(
        moving moved: [User], _ fingerprints: [SignUpFingerprints], _ closing: User?, in family: MergedFamily
    ) -> [any Statement] {
        let uids = moved.map(\.uid)
        let theirs = fingerprints.filter { uids.contains($0.referee) }.map { $0.with(family.account) }
        let statements: [any Statement] =
            [MoveReferees(uids, from: family.player, to: family.account)]
            + (theirs.isEmpty ? [] : [KeepFingerprints(theirs)]) + [
                DeleteRefereeFingerprints(by: family.player)
            ]
        guard var closing else { return statements }
        closing.referral = Referral(rejection: .ring, rejectedName: family.account.description)
        return statements + [SetMergedFacts(closing)]
    }
}
