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

/// Records referrers once, while their users are anonymous, and grants what that makes due.
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
        return try await context.deciding(at: now, lockPolicy) { deciding throws(PostgresError) in
            context.lockInOrder(choices.map(\.uid), in: deciding.transaction)
            let users = try await deciding.transaction.send(LockUsers(Array(Set(choices.map(\.uid)))))
            var admission = ReferrerAdmission(users, references, at: now)
            let results = choices.map { admission.admit($0) }
            try await keep(fingerprints, of: admission.referrers, in: deciding.transaction)
            let (receipts, links) = (admission.receipts, admission.links)
            return try await deciding.commit(admission.docket) { decisions in
                (receipts.isEmpty ? [] : [InsertUsedReceipts(receipts)])
                    + [UpdateReferrals(decisions.events.map(\.user), through: links)]
            }.map { _ in results }
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
