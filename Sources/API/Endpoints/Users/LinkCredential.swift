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
            "CredentialRequest", means: "The new e-mail and password.",
            Field("email", .email), Field("password", .newPassword), OfferedProof.field(password: nil)
        ) { Input(email: $0, password: $1, proof: $2) }
    }

    struct Output: JSONOutput, Formed {
        let reply: CredentialReply

        static let form = Form<Self>("CredentialReply", means: "An account holder, signed in.") {
            Member("user", { UserView(user: $0.reply.user) })
            Member(
                "session", ifAny: { view in view.reply.session.map { SessionView(tokens: $0) } },
                "Absent if the password was added to an account with another way to sign in: its sessions "
                    + "stay."
            )
            Member(
                "rewards", { $0.reply.rewards.views(for: $0.reply.user.uid) },
                "The user's own rewards for the sign-up.")
        }
    }

    let accounts: AccountService

    func respond(to input: Input, on call: Call) async throws(Problem) -> Output {
        let request = try call.proof(input.proof)
        return Output(
            reply: try await mappingErrors { () throws(AccountError) in
                try await accounts.link(
                    input.email, password: input.password, request, in: call.pageLanguage.rawValue,
                    on: call.device)
            })
    }
}

extension LinkCredential {
    var operation: Operation {
        Operation(
            "linkCredential", .users, "Link an e-mail and a password",
            """
            The uid stays. An anonymous user's sign-up reward is granted in the same transaction. Earlier \
            tokens of the user end, and the reply has new ones. An account with another way to sign in needs \
            `proof`, and its sessions stay. Repeating the same e-mail and password returns 200 with another \
            session, and pays nothing. E-mails of other accounts and other passwords count for each user: \
            above the limit the reply is 429.
            """
        )
        .takes(["email": "ben@example.com", "password": "correct horse battery staple"])
        .gives(
            "The account, a new session, and the user's own rewards.",
            example: [
                "user": UserView.newAccountExample,
                "session": SessionView.example,
                "rewards": [RewardView.example],
            ]
        )
        .takes(.visitorsLanguage)
        .refuses(.notFound)
        .refuses(.unproven)
        .refuses(.installTime)
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
            "Not a common one, not a leaked one, and not the e-mail.")
    }
}
