internal import Accounts
internal import Forms
internal import HTTP
internal import JSON
internal import Referrals
internal import Values

/// Opens a session with an e-mail and its password, or with an identity that somebody else vouches for; an
/// anonymous player may become the account with it.
struct SignIn: Endpoint {
    struct Input: BodyInput {
        enum Credential {
            case password(EmailAddress, String)
            case identity(provider: String, token: String, nonce: String?)
        }

        let credential: Credential
        /// The access token of the player who becomes the account.
        let merge: String?

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
                    "merge": .mergeToken,
                ])
        }

        init(_ fields: inout Fields) throws(Problem) {
            merge = fields.optionalString("merge", length: 1...1024)
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

    struct Output: JSONOutput, Formed {
        let user: User
        let session: SessionTokens
        var merged: Merge?

        static let form = Form<Self>("SignInReply", means: "A user, signed in.") {
            Member("user", { UserView(user: $0.user) })
            Member("session", { SessionView(tokens: $0.session) })
            Member("merged", ifAny: { view in view.merged.map { MergeView(merge: $0) } })
        }
    }

    let sessions: SessionService
    let identities: IdentityService
    let merging: MergeService

    func respond(to input: Input, on call: Call) async throws(Problem) -> Output {
        if let token = input.merge {
            try await serving { () throws(MergeError) in try await merging.check(token) }
        }
        let (user, session) = try await signIn(with: input.credential, on: call)
        return try await reply(user, session, merging: input.merge)
    }

    private func signIn(
        with credential: Input.Credential, on call: Call
    ) async throws(Problem) -> (user: User, session: SessionTokens) {
        switch credential {
        case .password(let email, let password):
            try await serving { () throws(SessionError) in
                try await sessions.signIn(email, password: password, from: call.address, on: call.device)
            }
        case .identity(let provider, let token, let nonce):
            try await serving { () throws(IdentityError) in
                try await identities.signIn(
                    token, by: provider, nonce: nonce, from: call.address, on: call.device)
            }
        }
    }

    /// Of whatever credential: the session is the account's already, and ends where the player can't become
    /// the account.
    private func reply(
        _ user: User, _ session: SessionTokens, merging token: String?
    ) async throws(Problem) -> Output {
        guard let token else { return Output(user: user, session: session) }
        do throws(MergeError) {
            let merged = try await merging.merge(token, into: user.uid)
            return Output(user: merged.user, session: session, merged: merged)
        } catch {
            try await serving { () throws(SessionError) in try await sessions.end(session) }
            throw error.problem
        }
    }
}

extension Schema {
    fileprivate static var mergeToken: Schema {
        .string(1...1024).means("The access token of an anonymous player who becomes the account.").orNone
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

            With `merge` an anonymous player becomes the account, once, whole or not at all; the same again answers \
            the same. Its balances go over; its links, its referral code and the players it referred are the \
            account's; what it has reached is folded in, and earns what the account had not earned. Nothing is paid \
            for signing up, nor to anybody for bringing itself, and what was is taken back. The account's referrer \
            stays; one that nobody referred gets the player's, within 24 hours of its sign-up. The old uid then \
            answers 410 `merged`.
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
            "The e-mail is unknown, or the password wrong; or the ID token, or the one in `merge`, is not good.",
            SessionError.invalidCredentials.problem, IdentityError.tokenRefused.problem,
            MergeError.unauthenticated.problem
        )
        .refuses(
            "Nobody has the identity, or there is no such provider.", IdentityError.identityUnknown.problem,
            .notFound
        )
        .refuses("The token in `merge` is an account's.", MergeError.notAnonymous.problem)
        .refuses(.merged)
        .refuses("An administrator has blocked the user.", SessionError.blocked.problem)
        .refuses(.tooManyRequests)
    }
}
