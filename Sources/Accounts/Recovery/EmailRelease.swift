internal import Batching
internal import Crypto
internal import FoundationEssentials
internal import Postgres
internal import Referrals
internal import Store
internal import Values

/// Takes an e-mail off an account that never verified it, because the owner of the e-mail says so. The
/// account goes on with what else leads into it. If nothing else does, it needs a session, which can add
/// another e-mail.
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
                found.email == account.user.email, !account.user.isEmailVerified,
                try await isUsable(account, transaction)
            else {
                await transaction.rollback()
                return .failure(.linkGone)
            }
            try await transaction.commit(Self.statements(found.email, of: account, context, at: now))
            return .success(found.email)
        }
    }

    /// Whether the account can still be used without the e-mail.
    private func isUsable(
        _ account: LockedAccount, _ transaction: Transaction
    ) async throws(PostgresError) -> Bool {
        if account.ways.hasOtherWay(context.hasBearers) { return true }
        return try await !transaction.send(ListSessions(of: token.uid, at: now)).isEmpty
    }

    static func statements(
        _ email: EmailAddress, of account: LockedAccount, _ context: AccountsContext, at now: Timestamp
    ) -> [any Statement] {
        let uid = account.user.uid
        // Else its sessions could add no other e-mail: its back end is asked first.
        let isLast = account.user.externalID != nil && !account.ways.hasOtherWay(context.hasBearers)
        return [
            DeleteCredential(email, of: uid), ClearEmail(of: uid),
            DeleteMailTokens(of: uid, for: [.verification, .change, .reset, .deletion, .release]),
            EndPendingReset(of: uid), DeleteFormerPassword(of: uid),
        ] + (isLast ? [KeepRelease(of: uid, at: now)] : [])
    }
}
