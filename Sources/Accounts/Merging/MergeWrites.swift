internal import Batching
internal import Ledger
internal import Postgres
internal import Referrals
internal import Rewards
internal import Store
internal import Values

/// Maps a plan to the statements that go with the commit.
struct MergeWrites {
    /// The time for sweeping writes of calls that were in flight.
    private static let secondLookSeconds: Int64 = 60

    let context: AccountsContext
    let plan: MergePlan
    let reads: MergeReads
    let now: Timestamp

    private var player: User { plan.pair.merger.player }
    private var accountID: UserID { plan.joined.uid }

    /// Claws back self-referral rewards before the balance is transferred.
    var decided: DecidedWrites {
        var writes = DecidedWrites()
        for reward in plan.takenBack {
            writes.takeBack(
                reward, from: plan.fallbackUser(of: reward),
                because: "Users are not paid for referring themselves",
                as: context.makeID(), at: now)
        }
        writes.add(reviewed: plan.denied.voided, as: .denied, of: plan.pair.friends, at: now)
        writes.addReferees(plan.counts, of: accountID)
        plan.excess.write(to: &writes, context, at: now)
        for playerAccount in reads.playerAccounts.sorted() {
            let own = Account(uid: accountID, currency: playerAccount.currency)
            writes.transfer(playerAccount, to: own, as: context.makeID(), at: now)
        }
        writes.announce(Change(.userMerged, of: player.uid, at: now, .merge(into: accountID)))
        if let referrer = plan.referrer { writes.addReferees(ReferralCounts(signedUp: 1), of: referrer) }
        return writes
    }

    /// - Parameter account: with all that it has reached.
    func statements(writing account: User) -> [any Statement] {
        plan.denied.statements + UpdateHeldReward.voiding(plan.voided)
            + plan.pair.statements(writing: account) + watching + keeping
            + MergeAudit(context: context, now: now).statements(plan)
    }

    /// A watched player stays watched under another name.
    private var watching: [any Statement] {
        guard context.moderation.status(of: player.uid) == .watched,
            context.moderation.status(of: accountID) == .good
        else { return [] }
        return [
            SetModerationStatus(
                .watched, of: accountID, because: "A watched anonymous player", at: now, by: "merge"),
            NotifyModerationChanged(.watched, of: accountID),
        ]
    }

    /// The record of the merge.
    private var keeping: [any Statement] {
        let merge = MergeRecord(
            player: player.uid, account: accountID, players: Int64(plan.pair.friends.count), mergedAt: now)
        return [
            MarkMerged(player.uid), DeleteReferralCode(player.referralCode, of: player.uid),
            InsertReferralCodes(player.referralCode, of: accountID),
            InsertMerge(
                merge, dueAt: now.adding(seconds: Self.secondLookSeconds),
                mac: context.causes.mac(of: .merge(merge))),
            InsertMergedUser(player, into: accountID), AddFormerUser(player.uid, to: accountID),
            DeleteSessionsOfUsers([player.uid]),
            InsertRevocations(context.revocations(of: reads.sids, at: now)),
        ]
    }
}
