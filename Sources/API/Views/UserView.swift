internal import Forms
internal import HTTP
internal import JSON
internal import Referrals
internal import Values

/// A user as clients see one.
struct UserView: Described {
    let user: User
    /// Whether a key asks.
    var isForKey = false

    static var schema: Schema {
        .object("User", means: "A player of the app.", example: example, properties)
    }

    static var properties: KeyValuePairs<String, Schema> {
        [
            "uid": .uuid.means("Identifies the user; stays when an e-mail is linked."),
            "is_anonymous": .boolean.means("Whether no credential is linked yet."),
            "email": .email.atMost(254).orNull.means("Trimmed and in lower case; null while anonymous."),
            "email_verified": .boolean.means(
                "Whether a mailed link has verified it."),
            "referral_code": .referralCode.means(
                "10 characters of Crockford's base32, so that links need not show a uid."),
            "referred_by": .uuid.orNull.means("The referrer's uid; null without one."),
            "level": .integer(0...1_000_000).means("The last reported level; 0 before the first."),
            "highest_level": .integer(0...1_000_000).means(
                "The highest reported level, which rules use."),
            "last_signin_at": .time.orNull.means("Null until a credential is linked."),
            "created_at": .time.means("The user's first start."),
            "external_id": .externalID.optional.means(
                "The user's id in the app's own back end. Only for keys, and only if there is one."),
            "merged": .boolean.optional.means(
                "`true` for an anonymous player who was merged into an account; absent for others."),
            "erased": .boolean.optional.means("`true` for a deleted user; absent for others."),
        ]
    }

    /// One who has just linked an e-mail.
    static var newAccountExample: JSONValue {
        [
            "uid": "01938f3e-5a00-7c3d-8f21-6a1b0c9d2e41",
            "is_anonymous": false,
            "email": "ben@example.com",
            "email_verified": false,
            "referral_code": "7ZKQ4M9XTB",
            "referred_by": "01938f3e-4100-7a10-9b02-13f2c4d5e6a7",
            "level": 0,
            "highest_level": 0,
            "last_signin_at": "2026-11-21T12:05:00.000Z",
            "created_at": "2026-11-21T12:00:00.000Z",
        ]
    }

    static var example: JSONValue {
        [
            "uid": "01938f3e-5a00-7c3d-8f21-6a1b0c9d2e41",
            "is_anonymous": false,
            "email": "ben@example.com",
            "email_verified": false,
            "referral_code": "7ZKQ4M9XTB",
            "referred_by": "01938f3e-4100-7a10-9b02-13f2c4d5e6a7",
            "level": 6,
            "highest_level": 6,
            "last_signin_at": "2026-11-21T12:05:00.000Z",
            "created_at": "2026-11-21T12:00:00.000Z",
        ]
    }

    func encode(to writer: inout JSONWriter) {
        writer.object { encodeMembers(to: &$0) }
    }

    func encodeMembers(to writer: inout JSONWriter) {
        writer.member("uid", user.uid)
        writer.member("is_anonymous", user.isAnonymous)
        writer.member("email", user.email?.description)
        writer.member("email_verified", user.isEmailVerified)
        writer.member("referral_code", user.referralCode.description)
        writer.member("referred_by", user.referral.referredBy)
        writer.member("level", Int64(user.level))
        writer.member("highest_level", Int64(user.highestLevel))
        writer.member("last_signin_at", user.lastSignInAt)
        writer.member("created_at", user.createdAt)
        if isForKey, let id = user.externalID { writer.member("external_id", id.description) }
        if user.isMerged { writer.member("merged", true) }
        if user.isErased { writer.member("erased", true) }
    }
}
