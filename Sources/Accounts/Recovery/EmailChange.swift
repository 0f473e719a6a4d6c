internal import Batching
internal import Postgres
internal import Referrals
internal import Store
internal import Values

/// Asks by mail whether an account is to have another e-mail, and tells the one that it has.
package struct EmailChange {
    /// How long the same wish is the same request.
    private static let repeatSeconds: Int64 = 300

    let context: AccountsContext
    let uid: UserID
    let email: EmailAddress
    let proof: VerifiedProof
    let language: String
    let now: Timestamp

    /// - Returns: nil, or why nothing was written.
    func run() async throws(PostgresError) -> AccountError? {
        try await context.pool.transaction { transaction throws(PostgresError) in
            guard let account = try await transaction.lockAccount(uid), let current = account.credential
            else {
                await transaction.rollback()
                return .noEmail
            }
            guard try await proof.holds(of: account, in: transaction) else {
                await transaction.rollback()
                return proof.isBeforeRecovery(of: account) ? .accountRecovered : .proofWrong
            }
            let move = try await EmailMove(context, account, to: email, at: now, in: transaction)
            let tokens = try await transaction.send(FindMailTokens(of: uid))
            if Self.isAsked(email, by: tokens, at: now) {
                await transaction.rollback()
                return nil
            }
            try await transaction.commit(orders(account, current.email, isReturn: move.isReturn))
            return nil
        }
    }

    /// Whether the same was asked for a short while ago.
    static func isAsked(_ email: EmailAddress, by tokens: [MailTokenRecord], at now: Timestamp) -> Bool {
        tokens.contains {
            $0.purpose == .change && $0.email == email
                && $0.createdAt > now.adding(seconds: -repeatSeconds)
        }
    }

    /// An e-mail that was never verified here gets no mail. Neither does one that another account reclaims
    /// because it had verified it for longer: that one gets a notice afterwards.
    private func orders(
        _ account: LockedAccount, _ current: EmailAddress, isReturn: Bool
    ) -> [any Statement] {
        let change = MailWithToken(
            .change, for: uid, about: email, to: email, in: language, at: now, context)
        guard account.user.isEmailVerified, !isReturn else { return change.statements }
        let undo = MailWithToken(
            .undo, for: uid, about: current, to: current, in: language, at: now, lasting: .change,
            context)
        return change.statements + undo.statements
    }
}
