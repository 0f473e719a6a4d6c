internal import Batching
internal import FoundationEssentials
internal import Ledger
internal import Postgres
internal import Referrals
internal import Store
internal import Values

/// Keeps a redemption or gives it back, once, in one transaction of two round trips: (1) lock the account,
/// and read what has become of it; (2) book, and commit. A returned reservation takes one more: it first
/// fills what was missing of rewards that were clawed back.
struct RedemptionTransaction {
    typealias StepResult = Result<PostingReply, PostingError>

    let context: RewardsContext
    let now: Timestamp

    func run(_ change: RedemptionChange) async throws(PostgresError) -> StepResult {
        guard let found = try await find(change) else { return .failure(.redemptionNotFound) }
        let result = try await context.booking { _ throws(PostgresError) in
            try await attempt(change, of: found.redemption, used: found.used)
        }
        if case .success = result { context.noteDone(SetAside.Key(found.redemption.key), of: .reservations) }
        return result
    }

    /// A redemption, and the entry that has the refund's id already.
    private typealias Found = (redemption: LedgerEntry, used: LedgerEntry?)

    /// The user's redemption, or else that of a player merged into it.
    private func find(_ change: RedemptionChange) async throws(PostgresError) -> Found? {
        let uid = change.redemption.uid
        if let own = try await find(change, of: [uid]) { return own }
        let former = try await context.pool.run(FindUsersByID([uid])).first?.former ?? []
        return former.isEmpty ? nil : try await find(change, of: former)
    }

    private func find(
        _ change: RedemptionChange, of uids: [UserID]
    ) async throws(PostgresError) -> Found? {
        let ids = [change.redemption.id, change.refundID].compactMap(\.self)
        let keys = uids.flatMap { uid in ids.map { LedgerEntry.Key(uid: uid, id: $0) } }
        let entries = try await context.pool.run(FindLedgerEntries(keys))
        let redemption = entries.first { $0.id == change.redemption.id && $0.kind == .redemption }
        guard let redemption else { return nil }
        let used = entries.first { $0.account.uid == redemption.account.uid && $0.id == change.refundID }
        return (redemption, used)
    }

    /// - Parameter used: the entry that has the refund's id already.
    private func attempt(
        _ change: RedemptionChange, of redemption: LedgerEntry, used: LedgerEntry?
    ) async throws(PostgresError) -> StepResult {
        try await context.pool.transaction { transaction throws(PostgresError) in
            let asked = change.redemption.uid
            let uids = Set([redemption.account.uid, asked])
            let (_, accounts, reservations, undoing) = try await transaction.send(
                LockBalances([redemption.account]), FindLedgerAccounts(Array(uids)),
                FindReservations([redemption.key]), FindUndoingEntry(of: redemption.key))
            let isGenuine = reservations.filter { $0.reservation.state == .reserved }.allSatisfy {
                context.causes.admits(.reservation($0.reservation), $0.mac)
            }
            var transition = RedemptionTransition(
                redemption: redemption, reservation: reservations.first?.reservation, isGenuine: isGenuine,
                isDue: reservations.first?.isDue ?? false, undoing: undoing.first, used: used, asked: asked,
                booking: LedgerBooking(on: accounts, sealedBy: context.ledgerKey))
            var result = transition.change(change.action, id: context.makeID, at: now)
            if let returned = transition.returned {
                let unrecovered = try await transaction.send(FindUnrecovered(of: returned.account))
                transition.fill(unrecovered, id: context.makeID, at: now)
                result = transition.withBalances(result)
            }
            if !transition.writes.isEmpty {
                let waking = WakeMerges(of: [redemption.account.uid], at: now)
                let changes = context.changes.statements { $0.add(transition.changes) }
                try await transaction.commit(
                    transition.writes + [waking] + changes + audit(change, result))
            }
            return result
        }
    }

    private func audit(_ change: RedemptionChange, _ result: StepResult) -> [any Statement] {
        guard let actor = change.auditActor, case .success(let reply) = result, !reply.isReplayed else {
            return []
        }
        let entry = AuditEntry(bookedBy: actor, reply.entry, id: context.makeID(), at: now)
        return [InsertAuditEntries([entry], by: context.ledgerKey)]
    }
}

extension RedemptionChange {
    fileprivate var refundID: UUID? {
        if case .refund(let id, _) = action { id } else { nil }
    }
}
