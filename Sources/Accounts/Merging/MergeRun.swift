internal import Batching
internal import Crypto
internal import FoundationEssentials
internal import Ledger
internal import Postgres
internal import Referrals
internal import Rewards
internal import Store
internal import Values

/// Makes an anonymous player an account: reads all, plans what that comes to (`MergePlan`), and writes it
/// (`MergeWrites`).
///
/// Round trips, held by `MergeCostTests`: 4, and 5 where money moves.
///
/// | round trip | what it does |
/// | --- | --- |
/// | 1, before the transaction | finds the players that the player referred |
/// | 2 | locks the player, the account and these referees; reads what the two have |
/// | 3 | moves fingerprints; locks held rewards among the family, and limits' counts; reads rewards |
/// | 4 | writes, and commits |
/// | 5, where money moves | an entry is sealed over the one before it, which is read with the writes |
///
/// More are needed in these cases:
/// - Checks look at friends: 1 more, after the fingerprints have moved, and 2 more where a check fires.
/// - Limits make a reward too much: 1 more.
/// - Players became the player's referrer: 1 more.
/// - Rules with limits or checks judge the account: 1 more, as with an event.
/// - Citus: 1 more for each step of a chain of referrers.
///
/// A transaction that locks the player's row either comes before all of this, or finds an account instead.
/// A referral of that very moment, or a released reward, is left to `MergeKeeper`.
struct MergeRun {
    /// The sessions that have ended.
    typealias StepResult = Result<[UUID], MergeError>

    let context: AccountsContext
    let holder: TokenHolder
    let accountID: UserID
    let now: Timestamp

    private var playerID: UserID { holder.uid }

    /// Whether the player has become this account already.
    var isDone: Bool {
        get async throws(PostgresError) {
            try await context.pool.run(FindMerges(of: [playerID])).first?.account == accountID
        }
    }

    func run() async throws(PostgresError) -> StepResult {
        let referees = try await context.pool.run(FindRefereeIDs(of: playerID))
        return try await context.deciding(at: now, .normal) { deciding throws(PostgresError) in
            try await attempt(deciding, referees)
        }.finished(or: .failure(.unavailable))
    }

    private func attempt(
        _ deciding: DecidingTransaction, _ referees: [UserID]
    ) async throws(PostgresError) -> Attempt<StepResult> {
        let transaction = deciding.transaction
        context.lockInOrder([playerID, accountID] + referees, in: transaction)
        let reads = try await MergeReads.read(playerID, accountID, referees, in: transaction, at: now)
        if let answered = reads.merge.map(answer) ?? refusal(reads).map(StepResult.failure) {
            await transaction.rollback()
            return .finished(answered)
        }
        guard let player = reads.player, let account = reads.account else {
            return .finished(.failure(.internalError))
        }
        let plan = try await plan(player, into: account, reads, in: deciding)
        let writes = MergeWrites(context: context, plan: plan, reads: reads, now: now)
        // Before rules with limits look there.
        if !plan.given.isEmpty { transaction.prepend([CarryOverGrantCounts(plan.given, to: accountID)]) }
        let event = Event(uid: accountID, id: eventID, fact: .playerMerged(playerID, player.progress))
        let docket = Docket([account], changed: [plan.joined], [.event(event)], at: now)
        return try await deciding.commit(docket, adding: writes.decided) { decisions in
            writes.statements(writing: decisions.user(accountID) ?? plan.joined)
        }.map { _ in .success(reads.sids) }
    }

    /// To a call that comes again.
    private func answer(_ merge: MergeRecord) -> StepResult {
        merge.account == accountID ? .success([]) : .failure(.merged(into: merge.account))
    }

    private func refusal(_ reads: MergeReads) -> MergeError? {
        // A session that has ended, for example by a deletion, can't be merged.
        guard let player = reads.player, !player.isGone else { return .unauthenticated }
        guard player.isAnonymous else { return .notAnonymous }
        guard holder.isCurrent, reads.sids.contains(holder.sid) else { return .unauthenticated }
        guard let account = reads.account, !account.isGone, !account.isAnonymous else {
            return .accountGone
        }
        return nil
    }

    /// Reads what is left to read.
    private func plan(
        _ player: User, into account: User, _ reads: MergeReads, in deciding: DecidingTransaction
    ) async throws(PostgresError) -> MergePlan {
        let transaction = deciding.transaction
        let chains = try await ReferrerChain.above([account, player], reads.chain, in: transaction)
        let merger = Merger(
            player, into: account, referrers: chains[0].referrers,
            playersReferrers: chains[1].isWhole ? chains[1].referrers : nil, at: now)
        let family = MergedFamily(of: player, accountID, reads.merged)
        let pair = MergedPair(merger, family, reads)
        transaction.prepend(pair.markStatements)
        let denied = try await MergedFriends(
            friends: pair.friends, player: playerID, account: accountID, terms: deciding.rules.trust,
            disposable: context.disposable, causes: context.causes
        ).weigh(in: transaction)
        var rewards = FamilyRewards(family: family, given: reads.given, rules: reads.rules)
        try await rewards.read(
            locking: [
                LockHeldRewards(of: family.others, for: [playerID]),
                LockHeldRewards(of: [playerID], for: family.others),
            ], in: transaction)
        let excess = try await MergeExcess.read(
            of: rewards, without: rewards.own + denied.paid + denied.voided, in: transaction)
        return MergePlan(
            pair, into: account, in: deciding.rules, rewarded: reads.rewarded, rewards, denied, excess)
    }

    /// Of the player, so that it happens once.
    private var eventID: UUID {
        UUID(bytes: BLAKE2b.hash(playerID.uuid.bytes, byteCount: 16)[...])!
    }
}
