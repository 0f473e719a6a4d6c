internal import HTTP
internal import Referrals
internal import Values

/// Who brought a user, or why that was not recorded.
struct ReferralView: JSONEncodable {
    let referral: Referral

    func encode(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("status", referral.status.rawValue)
            writer.member("referred_by", referral.referredBy?.description)
            writer.member("reason", referral.rejection?.rawValue)
        }
    }
}
