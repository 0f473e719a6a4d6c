internal import HTTP
internal import Referrals
internal import Service

/// Opens a session with an e-mail and its password.
struct SignIn: Endpoint {
    struct Input: BodyInput {
        let email: EmailAddress
        let password: String

        static var schema: Schema {
            .closed(
                "SignInRequest", means: "The credential of an account.",
                [
                    "email": .email.atLeast(3).atMost(254).means("Read trimmed and in lower case."),
                    "password": .string(1...1024).means("The account's."),
                ])
        }

        init(_ fields: inout Fields) throws(Problem) {
            let email = fields.value("email", FieldValues.email)
            // Any length that can be checked: what is no password of ours is a wrong password, not a
            // malformed one.
            let password = fields.string("password", length: 1...1024)
            (self.email, self.password) = try fields.finish(email, password)
        }
    }

    struct Output: JSONOutput {
        let user: User
        let session: SessionTokens

        static var schema: Schema {
            .object(
                "SignInReply", means: "A user, signed in.",
                ["user": UserView.schema, "session": SessionView.schema])
        }

        func encode(to writer: inout JSONWriter) {
            writer.object { writer in
                writer.member("user", UserView(user: user))
                writer.member("session", SessionView(tokens: session))
            }
        }
    }

    let sessions: SessionService

    func respond(to input: Input, on call: Call) async throws(Problem) -> Output {
        let (user, session) = try await serving { () throws(SessionError) in
            try await sessions.signIn(input.email, password: input.password, from: call.address)
        }
        return Output(user: user, session: session)
    }
}

extension SignIn {
    var operation: Operation {
        Operation(
            "signIn", .sessions, "Sign in with an e-mail and its password",
            """
            A wrong password and an unknown e-mail are one answer at one speed. Failures have limits, for an \
            e-mail, for an address and for both; one that has signed in from the address before, or refreshed \
            a session there, is held up by the last alone. A user has 100 sessions at \
            most: one more ends the one that was refreshed least recently.
            """
        )
        .takes(["email": "ben@example.com", "password": "correct horse battery staple"])
        .gives(
            "The user and a new session.",
            example: [
                "user": UserView.newAccountExample,
                "session": SessionView.example,
            ]
        )
        .refuses("The e-mail is unknown, or the password wrong.", SessionError.invalidCredentials.problem)
        .refuses("An administrator has blocked the user.", SessionError.blocked.problem)
        .refuses(.tooManyRequests)
    }
}
