internal import Postgres
internal import Referrals
internal import Store
internal import Values

/// Gives a locked account another e-mail, or one that it had before, as verified; what is known of the former
/// one is remembered.
struct EmailMove {
    let context: AccountsContext
    let account: LockedAccount
    let email: EmailAddress
    /// The same e-mail as the account had it before; nil where it never did.
    let past: PastEmail?
    let now: Timestamp
    /// Whether the former one was never the owner's, and so is no e-mail to go back to.
    var isForgetting = false

    init(
        _ context: AccountsContext, _ account: LockedAccount, to email: EmailAddress, at now: Timestamp,
        in transaction: Transaction
    ) async throws(PostgresError) {
        (self.context, self.account, self.email, self.now) = (context, account, email, now)
        let hash = context.addresses.hash(of: email, account.user.uid)
        past = try await transaction.send(FindPastEmails(of: account.user.uid)).first { $0.hash == hash }
    }

    /// Whether the account had the e-mail verified for longer than the one that it has now.
    var isReturn: Bool {
        guard let past else { return false }
        return account.emailVerifiedAt.map { past.verifiedAt < $0 } ?? true
    }

    /// Takes the e-mail, with this password, instead of the one that the account has.
    ///
    /// - Returns: false where another account has it.
    func claim(withPassword hash: String, in transaction: Transaction) async throws(PostgresError) -> Bool {
        guard email != account.user.email else { return true }
        if let current = account.user.email {
            _ = try await transaction.send(DeleteCredential(current, of: account.user.uid))
        }
        let credential = CredentialRecord(
            email: email, uid: account.user.uid, passwordHash: hash, createdAt: past?.attachedAt ?? now)
        return try await !transaction.send(InsertCredentials([credential])).isEmpty
    }

    var statements: [any Statement] {
        if email == account.user.email {
            return account.emailVerifiedAt == nil
                ? [SetEmail(email, of: account.user.uid, verifiedAt: now)] : []
        }
        return remembering + [SetEmail(email, of: account.user.uid, verifiedAt: past?.verifiedAt ?? now)]
    }

    private var remembering: [any Statement] {
        guard !isForgetting, let current = account.user.email, let age = account.emailAge,
            let verifiedAt = age.verifiedAt
        else { return [] }
        let hash = context.addresses.hash(of: current, account.user.uid)
        return [
            InsertPastEmail(
                PastEmail(
                    uid: account.user.uid, hash: hash, attachedAt: age.attachedAt, verifiedAt: verifiedAt))
        ]
    }
}
