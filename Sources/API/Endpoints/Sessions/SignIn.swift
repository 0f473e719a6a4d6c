internal import HTTP
internal import Referrals
internal import Service

/// Opens a session with an e-mail and its password, or with an identity that somebody else vouches for.
struct SignIn: Endpoint {
    struct Input: BodyInput {
        enum Credential {
            case password(EmailAddress, String)
            case identity(provider: String, token: String, nonce: String?)
        }

        let credential: Credential

        static var schema: Schema {
            .closed(
                "SignInRequest",
                means: "The credential of an account: an e-mail and its password, or an identity.",
                [
                    "email": .email.atLeast(3).atMost(254).means("Read trimmed and in lower case.").optional,
                    "password": .string(1...1024).means("The account's.").optional,
                    "provider": .string(1...32).means("In place of an e-mail: who vouches, such as `google`.")
                        .orNone,
                    "id_token": .idToken.orNone,
                    "nonce": .nonce,
                ])
        }

        init(_ fields: inout Fields) throws(Problem) {
            let nonce = fields.optionalString("nonce", length: 1...255)
            guard let provider = fields.optionalString("provider", length: 1...32) else {
                if fields.has("id_token") {
                    fields.note("provider", .required, "Who has signed the ID token is needed.")
                }
                _ = fields.optionalString("id_token")
                let email = fields.value("email", FieldValues.email)
                // Any length that can be checked: what is no password of ours is a wrong password, not a
                // malformed one.
                let password = fields.string("password", length: 1...1024)
                let (address, text) = try fields.finish(email, password)
                credential = .password(address, text)
                return
            }
            let token = fields.string("id_token", length: 1...16_384)
            credential = .identity(provider: provider, token: try fields.finish(token), nonce: nonce)
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
    let identities: IdentityService

    func respond(to input: Input, on call: Call) async throws(Problem) -> Output {
        switch input.credential {
        case .password(let email, let password):
            let (user, session) = try await serving { () throws(SessionError) in
                try await sessions.signIn(email, password: password, from: call.address, on: call.device)
            }
            return Output(user: user, session: session)
        case .identity(let provider, let token, let nonce):
            let (user, session) = try await serving { () throws(IdentityError) in
                try await identities.signIn(
                    token, by: provider, nonce: nonce, from: call.address, on: call.device)
            }
            return Output(user: user, session: session)
        }
    }
}

extension SignIn {
    var operation: Operation {
        Operation(
            "signIn", .sessions, "Sign in with an e-mail and its password, or with an identity",
            """
            A wrong password and an unknown e-mail are one answer at one speed. Failures have limits, for an \
            e-mail, for an address and for both; one that has signed in from the address before, or refreshed \
            a session there, is held up by the last alone. A user has 100 sessions at \
            most: one more ends the one that was refreshed least recently. With `provider` and `id_token` it is who \
            has that identity.
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
        .refuses(
            "The e-mail is unknown, or the password wrong; or the ID token is not good.",
            SessionError.invalidCredentials.problem, IdentityError.tokenRefused.problem
        )
        .refuses(
            "Nobody has the identity, or there is no such provider.", IdentityError.identityUnknown.problem,
            .notFound
        )
        .refuses("An administrator has blocked the user.", SessionError.blocked.problem)
        .refuses(.tooManyRequests)
    }
}
