internal import HTTP
internal import Referrals
internal import Service

/// Records who referred the calling user, once, before sign-up.
struct RecordReferrer: Endpoint {
    struct Input: BodyInput {
        let referredBy: NamedReferrer

        init(_ fields: inout Fields) throws(Problem) {
            let referredBy = fields.value("referred_by", Values.referrer)
            self.referredBy = try fields.finish(referredBy)
        }
    }

    struct Output: JSONOutput {
        let referral: Referral

        func encode(to writer: inout JSONWriter) {
            writer.object { $0.member("referral", ReferralView(referral: referral)) }
        }
    }

    let accounts: AccountService

    func respond(to input: Input, on call: Call) async throws(Problem) -> Output {
        let uid = try call.user()
        return Output(
            referral: try await serving { () throws(ServiceError) in
                try await accounts.recordReferrer(input.referredBy, of: uid)
            })
    }
}
