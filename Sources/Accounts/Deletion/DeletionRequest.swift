internal import Basics
internal import Batching
internal import Crypto
internal import FoundationEssentials
internal import Postgres
internal import Referrals
internal import Store
internal import Values

/// A wish to leave in one transaction: the wish, the mail that tells, and the end of the link that asked.
/// An account's sessions go on until it is erased, so that a thief's wish is seen and taken back.
struct DeletionRequest {
    enum Permission {
        case link(MailToken)
        case proof(VerifiedProof)
    }

    let context: AccountsContext
    let uid: UserID
    let permission: Permission
    let language: String
    let isMailOn: Bool
    let now: Timestamp
    /// When the user is erased; a wish that was there already may say sooner.
    let dueAt: Timestamp

    typealias Done = (dueAt: Timestamp, endedSessions: [UUID])

    /// - Returns: when the user is erased; nil where there is no such user, or nothing permits it any more.
    func run() async throws(PostgresError) -> Done? {
        try await context.pool.transaction { transaction throws(PostgresError) -> Done? in
            guard let account = try await transaction.lockAccount(uid),
                try await isPermitted(by: account, transaction)
            else {
                await transaction.rollback()
                return nil
            }
            let deletion = Erasure(uid: uid, askedAt: now, dueAt: dueAt)
            let kept = try await transaction.send(AskErasures([deletion]))
            let due = kept.first?.dueAt ?? dueAt
            let notice: [any Statement] =
                account.erasure == nil && !account.user.isAnonymous
                ? Announcement(
                    context: context, account: account, language: language, now: now, isMailOn: isMailOn
                ).undoable(
                    .deletionAsked, naming: CivilDate(secondsSince1970: due.secondsSince1970).description)
                : []
            // An anonymous user can't come back.
            let ended = account.user.isAnonymous ? account.sids : []
            let ending: [any Statement] = ended.isEmpty ? [] : context.ending(ended, of: uid, at: now)
            let keys = account.user.isAnonymous ? forgettingInstall : []
            try await transaction.commit(
                [DeleteMailTokens(of: uid, for: [.deletion])] + ending + keys + notice)
            return (due, ended)
        }
    }

    /// The user is erased a moment later. From this reply on, its install makes a new user.
    private var forgettingInstall: [any Statement] {
        [
            DeleteSignUpKeysOfUser(of: uid), DeleteInstallKeysOfUser(of: uid), DeleteKeyOfInstall(of: uid),
        ]
    }

    /// A link is good for the account that has the e-mail which it was sent to.
    private func isPermitted(
        by account: LockedAccount, _ transaction: Transaction
    ) async throws(PostgresError) -> Bool {
        switch permission {
        case .proof(let proof): return try await proof.holds(of: account, in: transaction)
        case .link(let token):
            let taken = try await transaction.send(
                TakeMailToken(of: uid, token.hash.bytes, for: [.deletion], at: now)
            ).first
            return taken != nil && taken?.email == account.user.email
        }
    }
}
