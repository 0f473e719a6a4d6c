internal import HTTP
internal import Referrals
internal import Service

/// Opens a session with an e-mail and its password.
struct SignIn: Endpoint {
    struct Input: BodyInput {
        let email: EmailAddress
        let password: String

        init(_ fields: inout Fields) throws(Problem) {
            let email = fields.value("email", Values.email)
            // Any length that can be checked: what is no password of ours is a wrong password, not a
            // malformed one.
            let password = fields.string("password", length: 1...1024)
            (self.email, self.password) = try fields.finish(email, password)
        }
    }

    struct Output: JSONOutput {
        let user: User
        let session: SessionTokens

        func encode(to writer: inout JSONWriter) {
            writer.object { writer in
                writer.member("user", UserView(user: user))
                writer.member("session", SessionView(tokens: session))
            }
        }
    }

    let sessions: SessionService

    func respond(to input: Input, on call: Call) async throws(Problem) -> Output {
        let (user, session) = try await serving { () throws(ServiceError) in
            try await sessions.signIn(input.email, password: input.password, from: call.address)
        }
        return Output(user: user, session: session)
    }
}
