package import Postgres
package import Values

/// Makes a user a tombstone: erases personal data from the row, and sets a code without a user.
package struct MakeTombstone: OfUser {
    package static let route = Route.oneShard
    package static let sql = """
        UPDATE users SET email = NULL, email_verified_at = NULL, referral_code = '\(ReferralCode.ofErased)',
            rejected_claim = NULL, external_id = NULL, referral_link = NULL
        WHERE uid = $1
        """
    package let parameters: Parameters
    package init(of uid: UserID) { parameters = Parameters(uid) }
}

/// Detaches a referral code from its user.
package struct DeleteReferralCode: Statement {
    package static let route = Route.oneShard
    package static let sql = "DELETE FROM referral_codes WHERE code = $1 AND uid = $2"
    package let parameters: Parameters
    package init(_ code: ReferralCode, of uid: UserID) { parameters = Parameters(code.description, uid) }
}

package struct DeleteUserProfile: OfUser {
    package static let route = Route.oneShard
    package static let sql = "DELETE FROM user_profiles WHERE uid = $1"
    package let parameters: Parameters
    package init(of uid: UserID) { parameters = Parameters(uid) }
}

/// Forgets where a user was seen.
package struct DeleteAddresses: OfUser {
    package static let route = Route.oneShard
    package static let sql = "DELETE FROM known_addresses WHERE uid = $1"
    package let parameters: Parameters
    package init(of uid: UserID) { parameters = Parameters(uid) }
}
