internal import Batching
internal import FoundationEssentials
internal import Ledger
internal import Postgres
internal import Referrals
internal import Store
internal import Values

/// Keeps a redemption or gives it back, once, in one transaction of two round trips: (1) lock the account,
/// and read what has become of it; (2) book, and commit.
struct RedemptionTransaction {
    typealias StepResult = Result<PostingReply, PostingError>

    let context: RewardsContext
    let now: Timestamp

    func run(_ change: RedemptionChange) async throws(PostgresError) -> StepResult {
        var keys = [change.redemption]
        if let id = change.refundID { keys.append(LedgerEntry.Key(uid: change.redemption.uid, id: id)) }
        let entries = try await context.pool.run(FindLedgerEntries(keys))
        let redemption = entries.first { $0.key == change.redemption && $0.kind == .redemption }
        guard let redemption else { return .failure(.redemptionNotFound) }
        let result = try await context.booking { _ throws(PostgresError) in
            try await attempt(change, of: redemption, used: entries.first { $0.id == change.refundID })
        }
        if case .success = result { context.noteDone(SetAside.Key(change.redemption), of: .reservations) }
        return result
    }

    /// - Parameter used: the entry that has the refund's id already.
    private func attempt(
        _ change: RedemptionChange, of redemption: LedgerEntry, used: LedgerEntry?
    ) async throws(PostgresError) -> StepResult {
        try await context.pool.transaction { transaction throws(PostgresError) in
            let (_, accounts, reservations, undoing) = try await transaction.send(
                LockBalances([redemption.account]), FindLedgerAccounts([redemption.account.uid]),
                FindReservations([redemption.key]), FindUndoingEntry(of: redemption.key))
            let isGenuine = reservations.filter { $0.reservation.state == .reserved }.allSatisfy {
                context.causes.admits(.reservation($0.reservation), $0.mac)
            }
            var transition = RedemptionTransition(
                redemption: redemption, reservation: reservations.first?.reservation, isGenuine: isGenuine,
                isDue: reservations.first?.isDue ?? false, undoing: undoing.first, used: used,
                booking: LedgerBooking(on: accounts, sealedBy: context.ledgerKey))
            let result = transition.change(change.action, id: context.makeID, at: now)
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
