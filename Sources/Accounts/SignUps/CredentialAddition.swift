internal import Batching
internal import Postgres
internal import Referrals
internal import Rewards
internal import Store
internal import Values

/// Gives an account that signs in otherwise its first e-mail and password, in one transaction.
struct CredentialAddition {
    let context: AccountsContext
    let credential: CredentialRecord
    let proof: VerifiedProof

    func run() async throws(PostgresError) -> Result<User, AccountError> {
        let terms = try await context.programme.current().trust
        return try await context.pool.transaction { transaction throws(PostgresError) in
            guard let account = try await transaction.lockAccount(credential.uid) else {
                await transaction.rollback()
                return .failure(.userNotFound)
            }
            guard account.user.email == nil else {
                await transaction.rollback()
                return .failure(.credentialAlreadyLinked)
            }
            guard try await proof.holds(of: account, in: transaction) else {
                await transaction.rollback()
                return .failure(.proofWrong)
            }
            guard try await !transaction.send(InsertCredentials([credential])).isEmpty else {
                await transaction.rollback()
                return .failure(.emailAlreadyInUse)
            }
            try await context.keepMailboxes([(account.user, credential.email)], for: terms, in: transaction)
            let now = context.clock.now
            let changes = context.changes.statements {
                $0.add(.linked("password", to: credential.uid, at: now))
            }
            try await transaction.commit(
                [SetEmail(credential.email, of: credential.uid, verifiedAt: nil)] + changes)
            var user = account.user
            user.email = credential.email
            return .success(user)
        }
    }
}
