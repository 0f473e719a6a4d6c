package import Postgres
package import Referrals
package import Values

/// Gives a user an e-mail that was proved to be the user's: the same, or another.
package struct SetEmail: Statement {
    package static let route = Route.oneShard
    package static let sql = "UPDATE users SET email = $2, email_verified_at = $3 WHERE uid = $1"
    package let parameters: Parameters

    package init(_ email: EmailAddress, of uid: UserID, verifiedAt: Timestamp?) {
        parameters = Parameters(uid, email.description, verifiedAt)
    }
}
