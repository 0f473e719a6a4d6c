internal import FoundationEssentials
internal import Postgres
internal import Referrals
internal import Store
internal import Values

/// The effect of a recovery on each way to sign in, as in `Recovery.effect(on:)`.
///
/// A change in flight needs no statement: it compares its proof with the account in a transaction that
/// locks the same row.
struct RecoveryPlan {
    let recovery: Recovery
    let account: LockedAccount
    let context: AccountsContext
    let now: Timestamp
    /// The replacement of the password; nil for none.
    var passwordHash: String?
    /// The session that asks.
    var caller: UUID?
    /// When the mail was ordered whose link is used, of an undo.
    var mailedAt: Timestamp?
    /// Which the account has afterwards, where that is another.
    var email: EmailAddress?

    private var uid: UserID { account.user.uid }
    private var emailAfter: EmailAddress? { email ?? account.user.email }

    var statements: [any Statement] {
        WayIn.allCases.flatMap { statements(for: $0, recovery.effect(on: $0)) } + remembering
    }

    /// The sessions that end.
    var endedSessions: [UUID] {
        switch recovery.effect(on: .sessions) {
        case .ends: account.sids
        case .endsForOthers: account.sids.filter { $0 != caller }
        default: []
        }
    }

    /// The identities that are left.
    var identitiesLeft: [IdentityRecord] {
        let gone = Set(identitiesEnded.map(\.key))
        return account.identities.filter { !gone.contains($0.key) } + identitiesReturned
    }

    private func statements(for way: WayIn, _ effect: RecoveryEffect) -> [any Statement] {
        switch effect {
        case .stays, .refused, .unaffected: return []
        default: break
        }
        switch way {
        case .password:
            guard let email = emailAfter, let passwordHash else { return [] }
            return [SetPasswordHash(of: uid, email, to: passwordHash), DeleteFormerPassword(of: uid)]
        case .sessions: return endingSessions
        case .identities:
            return identitiesEnded.flatMap {
                [DeleteIdentity($0), DeleteUserIdentity($0)] as [any Statement]
            }
                + [InsertIdentities(identitiesReturned), InsertUserIdentities(identitiesReturned)]
                + identitiesReturned.map { EndReservation(of: $0) }
                + account.unlinkingExternalID(with: identitiesEnded)
        case .externalID: return effect == .restored ? restoringExternalID : endingExternalID
        case .pendingEmail:
            return [DeleteMailTokens(of: uid, for: [.change])]
                + (emailAfter.map { [EndOtherVerifications(of: uid, except: $0)] } ?? [])
        case .resetLinks:
            if effect == .ends {
                return [DeleteMailTokens(of: uid, for: [.reset, .release]), EndPendingReset(of: uid)]
            }
            return later([.reset, .release])
                + (isLater(account.ways.recovery?.pending?.askedAt) ? [EndPendingReset(of: uid)] : [])
        case .pendingDeletion:
            if effect == .ends {
                return [DeleteMailTokens(of: uid, for: [.deletion]), CancelErasure(of: uid)]
            }
            return later([.deletion])
                + (isLater(account.erasure?.askedAt) ? [CancelErasure(of: uid)] : [])
        case .undoLinks: return later([.undo])
        case .signInInFlight, .changeInFlight: return []
        }
    }

    /// Whether an e-mail that was never verified proves itself by this recovery. Before, the owner of the
    /// external id may have been another person.
    private var isFirstProof: Bool {
        recovery.effect(on: .externalID) == .endsByFirstProof && !account.user.isEmailVerified
    }

    /// Every process forgets the id's tokens. An erasure deletes it by itself.
    private var endingExternalID: [any Statement] {
        guard isFirstProof, let id = account.user.externalID else { return [] }
        return [EndExternalID(of: uid, at: now), NotifyExternalIDChanged(id)]
    }

    private var restoringExternalID: [any Statement] {
        guard let mailedAt, let id = account.user.externalID, let use = account.ways.idUse,
            isLater(use.endedAt) || isLater(use.linkedAt)
        else { return [] }
        return [RestoreExternalID(of: uid, before: mailedAt), NotifyExternalIDChanged(id)]
    }

    /// The external id that no longer leads into the account; nil if none has ended.
    var endedExternalID: ExternalID? { isFirstProof ? account.user.externalID : nil }

    private var endingSessions: [any Statement] {
        let sids = endedSessions
        guard recovery.effect(on: .sessions) == .endsForOthers, caller != nil else {
            return context.ending(sids, of: uid, at: now)
        }
        return sids.map { DeleteSession(uid: uid, sid: $0) }
            + [InsertRevocations(context.revocations(of: sids, at: now))]
    }

    private var identitiesEnded: [IdentityRecord] {
        switch recovery.effect(on: .identities) {
        case .ends: account.identities
        case .youngOnesEnd:
            account.identities.filter { account.emailAge?.isTooYoung($0.createdAt, at: now) ?? false }
        case .restored: account.identities.filter { isLater($0.createdAt) }
        default: []
        }
    }

    /// Those that were there before the mail, and went since.
    private var identitiesReturned: [IdentityRecord] {
        guard recovery.effect(on: .identities) == .restored else { return [] }
        return account.unlinked.filter { isLater($0.unlinkedAt) && !isLater($0.identity.createdAt) }
            .map(\.identity)
    }

    /// Whether something came with the mail of the undo, or after it.
    private func isLater(_ time: Timestamp?) -> Bool {
        guard let time, let mailedAt else { return false }
        return time >= mailedAt
    }

    private func later(_ purposes: [MailPurpose]) -> [any Statement] {
        guard let mailedAt else { return [] }
        return [EndLaterMailTokens(of: uid, for: purposes, since: mailedAt)]
    }

    /// A reset and an undo guard the account for a while.
    private var remembering: [any Statement] {
        switch recovery {
        case .reset, .undo: [KeepRecovery(of: uid, at: now)]
        case .passwordChange, .signOutEverywhere, .erasure: []
        }
    }
}

extension AccountsContext {
    /// Ends all sessions of a user, these among them: their tokens are good for nothing any more.
    func ending(_ sids: [UUID], of uid: UserID, at now: Timestamp) -> [any Statement] {
        [DeleteSessionsOfUsers([uid]), InsertRevocations(revocations(of: sids, at: now))]
    }
}
