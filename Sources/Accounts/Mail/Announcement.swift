internal import Batching
internal import Postgres
internal import Referrals
internal import Store
internal import Values

/// Tells the owner of an account by mail what is being done with it.
struct Announcement {
    let context: AccountsContext
    let account: LockedAccount
    /// As BCP 47 has it.
    let language: String
    let now: Timestamp
    /// Whether mails go out at all.
    let isMailOn: Bool

    /// A mail to the e-mail that the account has, if that is verified, with a link that undoes it.
    func undoable(_ kind: MailKind, naming detail: String? = nil) -> [any Statement] {
        guard isMailOn, let email = account.verifiedEmail else { return [] }
        return MailWithToken(
            .undo, as: kind, for: account.user.uid, about: email, to: email, in: language, at: now,
            naming: detail, context
        ).statements
    }

    /// A mail without a link.
    ///
    /// - Parameter recipient: other than the e-mail that the account has.
    func plain(
        _ kind: MailKind, to recipient: EmailAddress? = nil, naming detail: String? = nil
    ) -> [any Statement] {
        guard isMailOn, let recipient = recipient ?? account.user.email else { return [] }
        return [
            InsertMail(
                .notice(
                    kind, for: account.user.uid, to: recipient, in: language, at: now, naming: detail,
                    context.makeID))
        ]
    }
}
