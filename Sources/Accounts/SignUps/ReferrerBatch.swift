internal import Batching
internal import FoundationEssentials
internal import Postgres
internal import Referrals
internal import Rewards
internal import Store
package import Values

/// A referrer that a user names, or proves by a receipt, after the anonymous sign-in.
package struct ReferrerChoice: Equatable, Sendable {
    package let uid: UserID
    package let evidence: ReferralEvidence
    let eventID: UUID
}

/// Records referrers once, while their users are anonymous, and grants what that makes due. It refuses a
/// ring: see `ReferralRings`.
struct ReferrerBatch {
    typealias StepResult = Result<Referral, AccountError>

    let context: AccountsContext
    let now: Timestamp
    var lockPolicy = LockPolicy.normal

    func record(_ choices: [ReferrerChoice]) async throws(PostgresError) -> Attempt<[StepResult]> {
        try await SignUpRace.retrying { () throws(PostgresError) in try await attempt(choices) }
    }

    private func attempt(_ choices: [ReferrerChoice]) async throws(PostgresError) -> Attempt<[StepResult]> {
        let terms = try await context.programme.current().trust
        let (references, fingerprints) = try await resolve(choices, terms)
        let named = Set(choices.compactMap { references.referrer(in: $0.evidence) })
        var ends = named.isEmpty ? [] : try await openEnds(above: named)
        return try await context.deciding(at: now, lockPolicy) { deciding throws(PostgresError) in
            let choosing = Set(choices.map(\.uid))
            let locked = choosing.union(ends)
            context.lockInOrder(locked, in: deciding.transaction)
            let found = try await deciding.transaction.send(LockUsers(Array(locked)))
            let rings = try await ReferralRings.above(named, in: deciding.transaction)
            let open = rings.openEnds(at: now).subtracting(locked)
            guard open.isEmpty else {
                ends.formUnion(open)
                await deciding.transaction.rollback()
                return .abandoned(.chainGrown)
            }
            let users = found.filter { choosing.contains($0.uid) }
            var admission = ReferrerAdmission(users, references, rings, at: now)
            let results = choices.map { admission.admit($0) }
            try await keep(fingerprints, of: admission.referrers, in: deciding.transaction)
            let (receipts, links) = (admission.receipts, admission.links)
            return try await deciding.commit(admission.docket) { decisions in
                (receipts.isEmpty ? [] : [InsertUsedReceipts(receipts)])
                    + [UpdateReferrals(decisions.events.map(\.user), through: links)]
            }.map { _ in results }
        }
    }

    private func openEnds(above named: Set<UserID>) async throws(PostgresError) -> Set<UserID> {
        try await context.pool.transaction { transaction throws(PostgresError) in
            let rings = try await ReferralRings.above(named, in: transaction)
            await transaction.rollback()
            return rings.openEnds(at: now)
        }
    }

    /// Adds the users' own fingerprints to those of their referrers' other referees, before checks look
    /// there.
    private func keep(
        _ fingerprints: [UserID: SignUpFingerprints], of referrers: [UserID: UserID],
        in transaction: Transaction
    ) async throws(PostgresError) {
        let kept = referrers.compactMap { uid, referrer in fingerprints[uid]?.with(referrer) }
        if !kept.isEmpty { _ = try await transaction.send(KeepFingerprints(kept)) }
    }

    /// Reads the users and receipts of the choices: in one round trip, unless one of the users was merged.
    private func resolve(
        _ choices: [ReferrerChoice], _ terms: TrustTerms
    ) async throws(PostgresError) -> (
        references: ReferralReferences, fingerprints: [UserID: SignUpFingerprints]
    ) {
        let evidence = choices.map(\.evidence)
        let receipts = evidence.receipts.isEmpty ? [] : [FindUsedReceipts(evidence.receipts)]
        let own = terms.looksAtSignUps ? [FindFingerprints(of: choices.map(\.uid))] : []
        let (codes, users, used, fingerprints) = try await context.pool.runEach(
            [FindReferralCodes(evidence.codes)], [FindUsersByID(evidence.uids)], receipts, own)
        let references = ReferralReferences(
            codes: codes.flatMap(\.self), users: try await context.pool.today(users.flatMap(\.self)),
            used: used.flatMap(\.self), context, at: now)
        return (
            references,
            Dictionary(fingerprints.joined().map { ($0.uid, $0) }, uniquingKeysWith: { $1 })
        )
    }
}
