internal import HTTP
internal import Referrals
internal import Values

struct RewardView: JSONEncodable {
    let reward: Reward

    func encode(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("id", reward.id)
            writer.member("rule", reward.rule.description)
            writer.member("beneficiary", reward.beneficiary)
            writer.member("role", reward.role.rawValue)
            writer.member("subject", reward.subject)
            writer.member("currency", reward.currency.description)
            writer.member("amount", reward.amount)
            writer.member("status", reward.status.rawValue)
            writer.member("granted_at", reward.grantedAt)
        }
    }
}

extension [Reward] {
    /// What a caller may see: a user its own rewards, a server all.
    func views(for uid: UserID?) -> [RewardView] {
        filter { uid == nil || $0.beneficiary == uid }.map(RewardView.init)
    }
}
