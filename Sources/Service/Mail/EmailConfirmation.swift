internal import FoundationEssentials
internal import Postgres
internal import Referrals
internal import Store
internal import Values

/// What the link of a mail proves: the user's e-mail, or another that takes its place. What that deserves is
/// granted in the same transaction.
struct EmailConfirmation {
    typealias Outcome = Result<EmailAddress, AccountError>

    let context: ServiceContext
    let token: MailToken
    let now: Timestamp

    func run() async throws(PostgresError) -> Outcome {
        try await context.deciding(at: now, .usual) { deciding throws(PostgresError) in
            let transaction = deciding.transaction
            let (users, tokens) = try await transaction.send(
                LockUsers([token.uid]),
                TakeMailToken(of: token.uid, token.hash.bytes, for: [.verification, .change], at: now))
            guard let user = users.first, let found = tokens.first else {
                await transaction.rollback()
                return .failure(.linkGone)
            }
            if let refusal = try await refusal(of: found, user, transaction) {
                await transaction.rollback()
                return .failure(refusal)
            }
            if found.email != user.email {
                try await context.keepMailboxes(
                    [(user, found.email)], for: deciding.rules.trust, in: transaction)
            }
            return try await deciding.commit(users) {
                judge(user, found.email, by: &$0)
            } with: { _ in
                [
                    SetEmail(found.email, of: user.uid, verifiedAt: now),
                    DeleteMailTokens(of: user.uid, for: Self.ended(by: found.purpose)),
                ]
            }
        }
    }

    private func refusal(
        of token: MailTokenRecord, _ user: User, _ transaction: Transaction
    ) async throws(PostgresError) -> AccountError? {
        guard let email = user.email else { return .linkGone }
        if email == token.email { return nil }
        guard token.purpose == .change,
            let credential = try await transaction.send(DeleteCredential(email, of: user.uid)).first
        else { return .linkGone }
        let moved = CredentialRecord(
            email: token.email, uid: user.uid, passwordHash: credential.passwordHash,
            createdAt: credential.createdAt)
        return try await transaction.send(InsertCredentials([moved])).isEmpty ? .emailAlreadyInUse : nil
    }

    private func judge(_ user: User, _ email: EmailAddress, by facts: inout FactJudge) -> Outcome {
        if !user.isEmailVerified, var user = facts.users[user.uid] {
            user.email = email
            _ = facts.judge(Event(uid: user.uid, id: eventID, fact: .emailVerified), of: user)
        }
        return .success(email)
    }

    /// With an e-mail that is let go of all go that were sent to it, but for those that have it back.
    private static func ended(by purpose: MailPurpose) -> [MailPurpose] {
        purpose == .change ? [.verification, .change, .reset, .deletion] : [.verification]
    }

    /// Of the link, so that it happens once.
    private var eventID: UUID {
        UUID(bytes: BLAKE2b.hash(token.hash.bytes, byteCount: 16)[...])!
    }
}
