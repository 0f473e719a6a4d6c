internal import Batching
internal import Crypto
internal import FoundationEssentials
internal import Postgres
internal import Referrals
internal import Rewards
internal import Store
internal import Values

/// Verifies an e-mail with a mailed link: the user's, or a new one that replaces it. Rewards for it are
/// granted in the same transaction.
struct EmailConfirmation {
    typealias StepResult = Result<EmailAddress, AccountError>

    let context: AccountsContext
    let token: MailToken
    /// Of the mail to an e-mail that is replaced.
    let language: String
    let isMailOn: Bool
    let now: Timestamp

    func run() async throws(PostgresError) -> StepResult {
        let attempt = try await context.deciding(at: now, .normal) {
            deciding throws(PostgresError) -> Attempt<StepResult> in
            let transaction = deciding.transaction
            guard let account = try await transaction.lockAccount(token.uid),
                let found = try await transaction.send(
                    TakeMailToken(
                        of: token.uid, token.hash.bytes, for: [.verification, .change], at: now)
                ).first
            else {
                await transaction.rollback()
                return .finished(.failure(.linkGone))
            }
            let move = try await EmailMove(context, account, to: found.email, at: now, in: transaction)
            if let refusal = try await refusal(of: found, account, move, transaction) {
                await transaction.rollback()
                return .finished(.failure(refusal))
            }
            let user = account.user
            if found.email != user.email {
                try await context.keepMailboxes(
                    [(user, found.email)], for: deciding.rules.trust, in: transaction)
            }
            return try await deciding.commit(docket(user, found.email)) { _ in
                move.statements + ending(found, account, move)
            }.map { _ in .success(found.email) }
        }
        return attempt.finished(or: .failure(.unavailable))
    }

    private func refusal(
        of token: MailTokenRecord, _ account: LockedAccount, _ move: EmailMove, _ transaction: Transaction
    ) async throws(PostgresError) -> AccountError? {
        guard let credential = account.credential else { return .linkGone }
        if credential.email == token.email { return nil }
        guard token.purpose == .change else { return .linkGone }
        let isFree = try await move.claim(withPassword: credential.passwordHash, in: transaction)
        return isFree ? nil : .emailAlreadyInUse
    }

    private func docket(_ user: User, _ email: EmailAddress) -> Docket {
        guard !user.isEmailVerified else { return Docket([user], [], at: now) }
        var owner = user
        owner.email = email
        return Docket(
            [user], changed: [owner], [.event(Event(uid: user.uid, id: eventID, fact: .emailVerified))],
            at: now)
    }

    /// With an e-mail that is let go of all links go that were sent to it, but for those that have it back:
    /// they last from now on.
    private func ending(
        _ token: MailTokenRecord, _ account: LockedAccount, _ move: EmailMove
    ) -> [any Statement] {
        let uid = account.user.uid
        guard token.purpose == .change else {
            return [DeleteMailTokens(of: uid, for: [.verification, .release])]
        }
        let undoUntil = now.adding(seconds: MailPurpose.undo.lifetimeSeconds)
        let notice: [any Statement] =
            move.isReturn
            ? account.verifiedEmail.map { former in
                Announcement(
                    context: context, account: account, language: language, now: now, isMailOn: isMailOn
                ).plain(.emailChanged, to: former)
            } ?? [] : []
        return [
            DeleteMailTokens(of: uid, for: [.verification, .change, .reset, .deletion, .release]),
            ProlongUndo(of: uid, madeAt: token.createdAt, until: undoUntil),
        ] + notice
    }

    /// Of the link, so that it happens once.
    private var eventID: UUID {
        UUID(bytes: BLAKE2b.hash(token.hash.bytes, byteCount: 16)[...])!
    }
}
