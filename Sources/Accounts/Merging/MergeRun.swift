internal import Batching
internal import Crypto
internal import FoundationEssentials
internal import Ledger
internal import Postgres
internal import Referrals
internal import Rewards
internal import Store
internal import Values

/// Has an anonymous player become an account, in one transaction: (1) lock both, and all whom the player
/// referred; (2) read what stands between the two; (3) write what they come to together, and commit.
///
/// Whatever locks a player's row comes before all of it, or finds an account in its place. Who was referred
/// at that very moment, or is paid what was held, is `MergeKeeper`'s.
struct MergeRun {
    /// The sessions that have ended.
    typealias Outcome = Result<[UUID], MergeError>

    /// What calls that were under way have written is looked for then.
    private static let secondLookSeconds: Int64 = 60

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

    func run() async throws(PostgresError) -> Outcome {
        let (merges, referees) = try await context.pool.run(
            FindMerges(of: [playerID]), FindRefereeIDs(of: playerID))
        if let merge = merges.first { return answer(merge) }
        return try await context.deciding(at: now, .usual) { deciding throws(PostgresError) in
            try await attempt(deciding, referees)
        }.finished(or: .failure(.unavailable))
    }

    /// To a call that comes again.
    private func answer(_ merge: MergeRecord) -> Outcome {
        merge.account == accountID ? .success([]) : .failure(.merged(into: merge.account))
    }

    private func attempt(
        _ deciding: DecidingTransaction, _ referees: [UserID]
    ) async throws(PostgresError) -> Attempt<Outcome> {
        let transaction = deciding.transaction
        let uids = Array(Set([playerID, accountID] + referees))
        context.lockInOrder(uids, in: transaction)
        let (found, merges, sessions, balances) = try await transaction.send(
            LockUsers(uids), FindMerges(of: [playerID]), FindSessionsOfUsers([playerID]),
            FindBalances([playerID]))
        let users = Dictionary(found.map { ($0.uid, $0) }, uniquingKeysWith: { $1 })
        let sids = sessions.map(\.sid)
        if let answered = merges.first.map(answer) ?? refusal(users, sids).map(Outcome.failure) {
            await transaction.rollback()
            return .finished(answered)
        }
        guard let player = users[playerID], let account = users[accountID] else {
            return .finished(.failure(.internalError))
        }
        let merger = try await merger(player, into: account, in: transaction)
        let pair = try await MergedPair(
            merger, account: account, referees: referees.compactMap { users[$0] }, in: transaction)
        try await pair.keepMarks(in: transaction)
        let denied = try await denied(pair.friends, by: deciding.rules.trust, in: transaction)
        let excess = try await MergeExcess(
            of: player, into: accountID, merged: pair.merged,
            without: pair.ownRewards + denied.paid + denied.voided, in: transaction, at: now)
        try await transaction.send(CarryPlaces(excess.stillGiven, to: accountID))
        let joined = joined(account, merger, pair.voided + excess.voided, by: deciding.rules)
        let event = Event(
            uid: accountID, id: eventID, fact: .playerMerged(playerID, merger.player.progress))
        var own = DecidedWrites()
        giveBack(pair, denied, &own)
        excess.write(to: &own, context, at: now)
        move(balances.map(\.account), joined, merger, &own)
        let docket = Docket([account], changed: [joined], [.event(event)], at: now)
        return try await deciding.commit(docket, adding: own) { decisions in
            pair.statements(writing: decisions.users[accountID] ?? joined, from: account, context, at: now)
                + keeping(pair, player, sids)
                + MergeAudit(context: context, now: now).statements(pair, denied, excess)
        }.map { _ in .success(sids) }
    }

    private func denied(
        _ friends: [User], by terms: TrustTerms, in transaction: Transaction
    ) async throws(PostgresError) -> MergedFriends.Denied {
        try await MergedFriends(
            friends: friends, player: playerID, account: accountID,
            terms: terms, disposable: context.disposable, causes: context.causes
        ).weigh(in: transaction)
    }

    private func refusal(_ users: [UserID: User], _ sids: [UUID]) -> MergeError? {
        // A session that has ended, such as by the wish to leave, is nobody's to bring along.
        guard let player = users[playerID], !player.isGone else { return .unauthenticated }
        guard player.isAnonymous else { return .notAnonymous }
        guard holder.isCurrent, sids.contains(holder.sid) else { return .unauthenticated }
        guard let account = users[accountID], !account.isGone, !account.isAnonymous else {
            return .accountGone
        }
        return nil
    }

    private func merger(
        _ player: User, into account: User, in transaction: Transaction
    ) async throws(PostgresError) -> Merger {
        let (referrers, _) = try await ReferrerChain.up(from: account, in: transaction)
        let (playersReferrers, isWhole) = try await ReferrerChain.up(from: player, in: transaction)
        return Merger(
            player, into: account, referrers: referrers, playersReferrers: isWhole ? playersReferrers : nil,
            at: now)
    }

    /// What nobody is to have for whom it brought; before what is left goes over.
    private func giveBack(_ pair: MergedPair, _ denied: MergedFriends.Denied, _ writes: inout DecidedWrites) {
        for reward in pair.ownRewards + denied.paid {
            let isOwn = reward.beneficiary == playerID || reward.beneficiary == accountID
            writes.takeBack(
                reward, from: isOwn ? nil : accountID, because: "Nobody is paid for bringing itself",
                as: context.makeID(), at: now)
        }
        writes.add(reviewed: denied.voided, as: .denied, of: pair.friends, at: now)
        var counts = pair.counts
        counts.rewarded = max(0, counts.rewarded - Int64(Set(denied.paid.map(\.subject)).count))
        writes.addReferees(counts, of: accountID)
    }

    /// The account with what the player brings, before its facts are folded in.
    private func joined(
        _ account: User, _ merger: Merger, _ voided: [Reward], by rules: RuleBook
    ) -> User {
        var joined = merger.taken(by: account, in: rules)
        for reward in voided where reward.subject == accountID {
            joined.remember(reward, reviewedAs: .denied)
        }
        return joined
    }

    /// What the player has, and whom it counted for.
    private func move(
        _ purses: [Account], _ joined: User, _ merger: Merger, _ writes: inout DecidedWrites
    ) {
        for purse in purses.sorted() {
            let own = Account(uid: accountID, currency: purse.currency)
            writes.move(purse, to: own, as: context.makeID(), at: now)
        }
        if merger.takesReferral, let referrer = joined.referral.referredBy {
            writes.addReferees(ReferralCounts(signedUp: 1), of: referrer)
        }
    }

    /// What says that it has happened.
    private func keeping(_ pair: MergedPair, _ player: User, _ sids: [UUID]) -> [any Statement] {
        let merge = MergeRecord(
            player: playerID, account: accountID, players: Int64(pair.friends.count), mergedAt: now)
        return [
            MarkMerged(playerID), DeleteReferralCode(player.referralCode, of: playerID),
            InsertReferralCodes(player.referralCode, of: accountID),
            InsertMerge(
                merge, dueAt: now.adding(seconds: Self.secondLookSeconds),
                mac: context.causes.mac(of: .merge(merge))),
            InsertMergedUser(player, into: accountID), DeleteSessionsOfUsers([playerID]),
            InsertRevocations(context.revocations(of: sids, at: now)),
        ]
    }

    /// Of the player, so that it happens once.
    private var eventID: UUID {
        UUID(bytes: BLAKE2b.hash(playerID.uuid.bytes, byteCount: 16)[...])!
    }
}
