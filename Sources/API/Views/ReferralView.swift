internal import Forms
internal import HTTP
internal import JSON
internal import Referrals
internal import Values

/// A user's referrer, or the reason why none was recorded.
struct ReferralView: Described {
    let referral: Referral

    static var schema: Schema {
        .object(
            "Referral", means: "A user's referral, and its state.", example: example,
            [
                "status": .openChoice("none", "recorded", "rejected").means(
                    "`none` if no referrer was named."),
                "referred_by": .uuid.orNull.means("The uid of the referrer; null unless `recorded`."),
                "reason": Codec.rejection.schema.orNull.means(
                    "Why the named referrer was not recorded; null otherwise."),
            ])
    }

    static var example: JSONValue {
        [
            "status": "recorded",
            "referred_by": "01938f3e-4100-7a10-9b02-13f2c4d5e6a7",
            "reason": .null,
        ]
    }

    func encode(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("status", referral.status.rawValue)
            writer.member("referred_by", referral.referredBy?.description)
            writer.member("reason", referral.rejection?.rawValue)
        }
    }
}

extension Codec where Value == Referral.Rejection {
    static var rejection: Codec {
        .openChoice(
            "unknown_referrer", "self_referral", "receipt_used", "receipt_expired", "receipt_invalid",
            "ring", "referral_already_set")
    }
}
