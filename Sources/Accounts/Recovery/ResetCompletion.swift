internal import Batching
internal import FoundationEssentials
internal import Postgres
internal import Referrals
internal import Rewards
internal import Store
internal import Values

/// The writes of a password reset that takes effect: the new password, all that ends by it, and the mail that
/// tells. It verifies an e-mail that was never verified, in the transaction that pays what this earns.
struct ResetCompletion {
    let context: AccountsContext
    let account: LockedAccount
    let passwordHash: String
    /// Of the mail, as BCP 47 has it.
    let language: String
    let isMailOn: Bool
    /// Of the event that verifies the e-mail.
    let eventID: UUID
    let now: Timestamp

    func commit(in deciding: DecidingTransaction) async throws(PostgresError) -> Attempt<RecoveryPlan> {
        let plan = RecoveryPlan(
            recovery: .reset, account: account, context: context, now: now, passwordHash: passwordHash)
        let notice = Announcement(
            context: context, account: account, language: language, now: now, isMailOn: isMailOn
        ).plain(.passwordReset, naming: plan.waysLeft)
        return try await deciding.commit(docket) { _ in plan.statements + verifying + notice }
            .map { _ in plan }
    }

    private var docket: Docket {
        let user = account.user
        guard !user.isEmailVerified else { return Docket([user], [], at: now) }
        let proof = Event(uid: user.uid, id: eventID, fact: .emailVerified)
        return Docket([user], changed: [user], [.event(proof)], at: now)
    }

    private var verifying: [any Statement] {
        guard !account.user.isEmailVerified, let email = account.user.email else { return [] }
        return [
            SetEmail(email, of: account.user.uid, verifiedAt: now),
            DeleteMailTokens(of: account.user.uid, for: [.verification]),
        ]
    }
}
