internal import Batching
internal import Postgres
internal import Referrals
internal import Rewards
internal import Store
internal import Values

/// The referral that a player recorded before it was merged: still its own, or taken over by the account.
struct RecordedReferral {
    let context: AccountsContext
    let now: Timestamp

    /// Nil where `evidence` names another referrer, or none was recorded.
    func find(
        of uids: [UserID], as evidence: ReferralEvidence
    ) async throws(PostgresError) -> Referral? {
        let (codes, named, users) = try await context.pool.run(
            FindReferralCodes([evidence].codes), FindUsersByID([evidence].uids), FindUsersByID(uids))
        let references = ReferralReferences(
            codes: codes, users: try await context.pool.today(named), context, at: now)
        guard let referrer = references.referrer(in: evidence) else { return nil }
        return users.first { $0.referral.referredBy == referrer }?.referral
    }
}
