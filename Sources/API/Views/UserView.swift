internal import HTTP
internal import Referrals
internal import Values

/// A user as clients see one.
struct UserView: JSONEncodable {
    let user: User

    func encode(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("uid", user.uid)
            writer.member("is_anonymous", user.isAnonymous)
            writer.member("email", user.email?.description)
            writer.member("referral_code", user.referralCode.description)
            writer.member("referred_by", user.referral.referredBy)
            writer.member("level", Int64(user.level))
            writer.member("highest_level", Int64(user.highestLevel))
            writer.member("last_signin_at", user.lastSignInAt)
            writer.member("created_at", user.createdAt)
        }
    }
}
