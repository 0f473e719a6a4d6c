internal import Accounts
internal import Crypto
internal import Forms
internal import HTTP
internal import JSON
internal import Pages
internal import Referrals

/// Links the calling user, who has none, to an e-mail credential; the uid stays.
struct LinkCredential: Endpoint {
    struct Input: FormedInput {
        let email: EmailAddress
        let password: String
        let proof: OfferedProof

        static let form = RequestForm(
            "CredentialRequest", means: "The e-mail and the password to sign in with from now on.",
            Field("email", .email), Field("password", .newPassword), OfferedProof.field(password: nil)
        ) { Input(email: $0, password: $1, proof: $2) }
    }

    struct Output: JSONOutput, Formed {
        let reply: CredentialReply

        static let form = Form<Self>("CredentialReply", means: "An account holder, signed in.") {
            Member("user", { UserView(user: $0.reply.user) })
            Member(
                "session", ifAny: { view in view.reply.session.map { SessionView(tokens: $0) } },
                "Not there of an account that signed in otherwise before: its sessions go on.")
            Member(
                "rewards", { $0.reply.rewards.views(for: $0.reply.user.uid) },
                "What the sign-up earned the user itself.")
        }
    }

    let accounts: AccountService

    func respond(to input: Input, on call: Call) async throws(Problem) -> Output {
        let request = try call.proof(input.proof)
        return Output(
            reply: try await serving { () throws(AccountError) in
                try await accounts.link(
                    input.email, password: input.password, request, in: call.pageLanguage.rawValue,
                    on: call.device)
            })
    }
}

extension LinkCredential {
    var operation: Operation {
        Operation(
            "linkCredential", .users, "Link an e-mail and a password to the user",
            """
            The uid stays; an anonymous user's sign-up reward is granted in the same transaction; earlier tokens of \
            the user die, and the reply carries new ones. An account that signs in otherwise proves who calls, by \
            `proof`, and its sessions go on. The same e-mail and password again is 200 with another \
            session, and nothing is paid. E-mails of other accounts and other passwords are counted for each \
            user: past the limit 429.
            """
        )
        .takes(["email": "ben@example.com", "password": "correct horse battery staple"])
        .gives(
            "The account holder, a new session, and the rewards of the user's own.",
            example: [
                "user": UserView.newAccountExample,
                "session": SessionView.example,
                "rewards": [RewardView.example],
            ]
        )
        .takes(.visitorsLanguage)
        .refuses(.notFound)
        .refuses(.unproven)
        .refuses(
            "The user has another credential, or the e-mail belongs to another account.",
            AccountError.credentialAlreadyLinked.problem, AccountError.emailAlreadyInUse.problem
        )
        .refuses(.tooManyRequests)
    }
}

extension Codec where Value == String {
    static var newPassword: Codec {
        .string(PasswordPolicy.lengths).means(
            "None of the common ones, none that was in a leak, and not the e-mail.")
    }
}
