internal import HTTP
internal import Referrals
internal import Service

/// Signs a new install in anonymously, with who referred it.
struct SignUpAnonymously: Endpoint {
    struct Input: EndpointInput {
        let referredBy: NamedReferrer?
        let matchConfidence: MatchConfidence?
        let idempotencyKey: IdempotencyKey?

        static var body: Route.Body { .json }

        static func read(_ request: Request) throws(Problem) -> Input {
            var fields = try request.fields()
            let referredBy = fields.optionalValue("referred_by", Values.referrer)
            let matchConfidence = fields.optionalValue("match_confidence", Values.matchConfidence) ?? nil
            try fields.finish()
            return Input(
                referredBy: referredBy, matchConfidence: matchConfidence,
                idempotencyKey: try IdempotencyKey.read(request))
        }
    }

    struct Output: JSONOutput {
        let reply: SignUpReply

        var status: Int { 201 }
        var headers: [ResponseHeader] { [ResponseHeader(.location, "/v1/users/me")] }

        func encode(to writer: inout JSONWriter) {
            writer.object { writer in
                writer.member("user", UserView(user: reply.user))
                writer.member("session", SessionView(tokens: reply.session))
                writer.member("referral", ReferralView(referral: reply.user.referral))
            }
        }
    }

    let accounts: AccountService
    let pepper: Subkey

    func respond(to input: Input, on call: Call) async throws(Problem) -> Output {
        let signUp = SignUp(
            referrer: input.referredBy, matchConfidence: input.matchConfidence,
            keyHash: input.idempotencyKey?.hash(pepper: pepper).bytes)
        return Output(
            reply: try await serving { () throws(ServiceError) in
                try await accounts.signUp(signUp, from: call.address)
            })
    }
}
