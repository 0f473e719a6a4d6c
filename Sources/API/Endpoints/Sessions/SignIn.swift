internal import Accounts
internal import Crypto
internal import Forms
internal import HTTP
internal import JSON
internal import Referrals
internal import Values

/// Opens a session with an e-mail and its password, or with another provider's identity. An anonymous
/// player can be merged into the account.
struct SignIn: Endpoint {
    struct Input: BodyInput {
        enum Credential {
            case password(EmailAddress, String)
            case identity(provider: String, token: String, nonce: String?)
        }

        let credential: Credential
        /// The access token of the player who becomes the account.
        let merge: String?
        let installKey: InstallKeyInput?
        let installProof: String?

        static var schema: Schema {
            .closed(
                "SignInRequest",
                means: "The credential of an account: an e-mail and its password, or an identity.",
                [
                    ("email", .email.atLeast(3).atMost(254).means("Trimmed and in lower case.").optional),
                    ("password", .string(1...1024).means("The account's e-mail.").optional),
                    (
                        "provider",
                        .string(1...32).means("Instead of an e-mail: the provider, such as `google`.")
                            .nullableOptional
                    ),
                    ("id_token", .idToken.nullableOptional), ("nonce", .nonce), ("merge", .mergeToken),
                ] + InstallKeyInput.members)
        }

        init(_ fields: inout Fields) throws(Problem) {
            merge = fields.optionalString("merge", length: 1...1024)
            installKey = InstallKeyInput.field.read(&fields) ?? nil
            installProof = InstallKeyInput.proof.read(&fields) ?? nil
            let nonce = fields.optionalString("nonce", length: 1...255)
            guard let provider = fields.optionalString("provider", length: 1...32) else {
                if fields.has("id_token") {
                    fields.note("provider", .required, "The provider of the ID token is required.")
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
        let installKey = try input.installKey?.key()
        if let token = input.merge {
            let signed = call.signed(by: input.installProof, for: token)
            try await mappingErrors { () throws(MergeError) in try await merging.check(token, in: signed) }
        }
        let (user, session) = try await signIn(with: input.credential, installKey, on: call)
        return try await reply(user, session, merging: input.merge)
    }

    private func signIn(
        with credential: Input.Credential, _ installKey: InstallKey?, on call: Call
    ) async throws(Problem) -> (user: User, session: SessionTokens) {
        switch credential {
        case .password(let email, let password):
            try await mappingErrors { () throws(SessionError) in
                try await sessions.signIn(
                    email, password: password, from: call.address, on: call.device, installKey: installKey)
            }
        case .identity(let provider, let token, let nonce):
            try await mappingErrors { () throws(IdentityError) in
                try await identities.signIn(
                    token, by: provider, nonce: nonce, from: call.address, on: call.device,
                    installKey: installKey)
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
            try await mappingErrors { () throws(SessionError) in try await sessions.end(session) }
            throw error.problem
        }
    }
}

extension Schema {
    fileprivate static var mergeToken: Schema {
        .string(1...1024).means("The access token of an anonymous player to be merged into the account.")
            .nullableOptional
    }
}

extension SignIn {
    var operation: Operation {
        Operation(
            "signIn", .sessions, "Sign in",
            """
            A wrong password and an unknown e-mail get the same reply in the same time. Failures are limited \
            by e-mail, by address and by both. If the account has signed in or refreshed a session from the \
            address before, only the last limit applies. A user has at most 100 sessions: one more ends the \
            least recently refreshed one. With `provider` and `id_token` the identity's user signs in.

            With `merge` an anonymous player is merged into the account, once, completely or not at all. \
            Repeating the call returns the same. The account gets the player's balances, links, referral \
            code and referred players. The player's progress is added, and earns rewards that the account \
            had not earned. Sign-up rewards, and rewards for a user referring itself, are not paid; paid \
            ones are clawed back. The account's referrer stays. An account without a referrer gets the \
            player's, within 24 hours of the account's sign-up. The old uid then answers 410 `merged`.
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
            "The e-mail is unknown, the password wrong, or the ID token or the token in `merge` not valid.",
            SessionError.invalidCredentials.problem, IdentityError.tokenRefused.problem,
            MergeError.unauthenticated.problem
        )
        .refuses(.installTime)
        .refuses(
            "The user is blocked. Or the merged player has an install key, and the proof by it is missing or wrong.",
            .proofRequired,
            .proofWrong
        )
        .refuses(
            "No user has the identity, or the provider is unknown.", IdentityError.identityUnknown.problem,
            .notFound
        )
        .refuses("The token in `merge` is an account's.", MergeError.notAnonymous.problem)
        .refuses(.merged)
        .refuses("An administrator has blocked the user.", SessionError.blocked.problem)
        .refuses(.tooManyRequests)
    }
}
