internal import Batching
internal import Crypto
internal import FoundationEssentials
internal import Postgres
internal import Referrals
internal import Store
internal import Values

/// Takes an e-mail off an account that never verified it, because the owner of the e-mail says so. The
/// account goes on with what else leads into it.
struct EmailRelease {
    let context: AccountsContext
    let token: MailToken
    let now: Timestamp

    func run() async throws(PostgresError) -> Result<EmailAddress, AccountError> {
        try await context.pool.transaction { transaction throws(PostgresError) in
            guard let account = try await transaction.lockAccount(token.uid),
                let found = try await transaction.send(
                    TakeMailToken(
                        of: token.uid, token.hash.bytes, for: [.release, .verification], at: now)
                ).first,
                found.email == account.user.email, !account.user.isEmailVerified
            else {
                await transaction.rollback()
                return .failure(.linkGone)
            }
            try await transaction.commit(Self.statements(found.email, of: token.uid))
            return .success(found.email)
        }
    }

    static func statements(_ email: EmailAddress, of uid: UserID) -> [any Statement] {
        [
            DeleteCredential(email, of: uid), ClearEmail(of: uid),
            DeleteMailTokens(of: uid, for: [.verification, .change, .reset, .deletion, .release]),
            EndPendingReset(of: uid), DeleteFormerPassword(of: uid),
        ]
    }
}
