internal import HTTP
internal import Referrals
internal import Service

/// Links the calling anonymous user to an e-mail credential; the uid stays.
struct LinkCredential: Endpoint {
    struct Input: BodyInput {
        let email: EmailAddress
        let password: String

        init(_ fields: inout Fields) throws(Problem) {
            let email = fields.value("email", Values.email)
            let password = fields.string("password", length: PasswordPolicy.lengths)
            (self.email, self.password) = try fields.finish(email, password)
        }
    }

    struct Output: JSONOutput {
        let reply: CredentialReply

        func encode(to writer: inout JSONWriter) {
            writer.object { writer in
                writer.member("user", UserView(user: reply.user))
                writer.member("session", SessionView(tokens: reply.session))
                writer.member("rewards", reply.rewards.views(for: reply.user.uid))
            }
        }
    }

    let accounts: AccountService

    func respond(to input: Input, on call: Call) async throws(Problem) -> Output {
        let uid = try call.user()
        return Output(
            reply: try await serving { () throws(ServiceError) in
                try await accounts.link(
                    input.email, password: input.password, to: uid, from: call.address)
            })
    }
}
