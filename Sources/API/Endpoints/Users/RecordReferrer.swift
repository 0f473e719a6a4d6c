internal import Accounts
internal import Forms
internal import HTTP
internal import JSON
internal import Referrals

/// Records who referred the calling user, once, before sign-up.
struct RecordReferrer: Endpoint {
    struct Input: FormedInput {
        let referredBy: NamedReferrer

        static let form = RequestForm(
            "ReferrerRequest", means: "The user's referrer.",
            Field("referred_by", .referrer, sample: "7ZKQ4M9XTB")
        ) { Input(referredBy: $0) }
    }

    struct Output: JSONOutput, Formed {
        let referral: Referral

        static let form = Form<Self>("ReferralReply", means: "A referral.") {
            Member("referral", { ReferralView(referral: $0.referral) })
        }
    }

    let accounts: AccountService

    func respond(to input: Input, on call: Call) async throws(Problem) -> Output {
        let uid = try call.user()
        return Output(
            referral: try await mappingErrors { () throws(AccountError) in
                try await accounts.recordReferrer(input.referredBy, of: uid)
            })
    }
}

extension RecordReferrer {
    var operation: Operation {
        Operation(
            "recordReferrer", .users, "Record a referrer",
            "Once, while the user is anonymous. Repeating the call returns 200."
        )
        .gives("The user's referral.")
        .refuses(.notFound)
        .refuses(
            "Another referrer is recorded, or the user has signed up.",
            AccountError.referralAlreadySet.problem,
            AccountError.referralWindowClosed.problem
        )
        .refuses(
            "The value is neither a uid nor a code, no user has it, or it is the user's own.",
            AccountError.unknownReferrer.problem, AccountError.selfReferral.problem)
    }
}
