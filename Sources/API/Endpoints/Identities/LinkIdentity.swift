internal import Accounts
internal import Forms
internal import HTTP
internal import JSON
internal import Pages
internal import Referrals

/// Links an identity of another provider to the calling user; the uid stays.
struct LinkIdentity: Endpoint {
    struct Input: FormedInput {
        let token: String
        let nonce: String?
        let proof: OfferedProof

        static let form = RequestForm(
            "IdentityRequest", means: "An identity, with the provider's token.", .idToken, .nonce,
            OfferedProof.field
        ) { Input(token: $0, nonce: $1, proof: $2) }
    }

    struct Output: JSONOutput, Formed {
        let user: User
        let rewards: [Reward]

        static let form = Form<Self>("IdentityReply", means: "A user who can sign in with the identity.") {
            Member("user", { UserView(user: $0.user) })
            Member(
                "rewards", { $0.rewards.views(for: $0.user.uid) },
                "The user's own rewards, if this was its sign-up.")
        }
    }

    let identities: IdentityService

    func respond(to input: Input, on call: Call) async throws(Problem) -> Output {
        let request = try call.proof(input.proof)
        let provider = call.request.parameter("provider") ?? ""
        let (user, rewards) = try await mappingErrors { () throws(IdentityError) in
            try await identities.link(
                input.token, by: provider, nonce: input.nonce, request, in: call.pageLanguage.rawValue)
        }
        return Output(user: user, rewards: rewards)
    }
}

extension LinkIdentity {
    var operation: Operation {
        Operation(
            "linkIdentity", .users, "Link an identity",
            """
            The uid and the sessions stay. The first credential of an anonymous user is its sign-up, and \
            earns the sign-up reward. An account needs `password` or `proof`. Its verified e-mail gets a \
            notice with a link that undoes the change. Linking the same identity again changes nothing. An \
            e-mail that the provider has verified becomes the user's if the user has none and no other user \
            has it. Users are never merged by e-mail.
            """
        )
        .takes(["id_token": "eyJhbGciOiJSUzI1NiIsImtpZCI6IjEifQ.eyJzdWIiOiIxMTAifQ.c2lnbmF0dXJl"])
        .takes(.provider, .visitorsLanguage)
        .gives(
            "The user, and its own rewards.",
            example: ["user": UserView.newAccountExample, "rewards": [RewardView.example]]
        )
        .refuses(
            "The ID token is not the provider's, or not valid for this app now; or the access token is not "
                + "valid.",
            IdentityError.tokenRefused.problem
        )
        .refuses(.noProvider)
        .refuses(
            "Another user has the identity, or had it recently; or this user has another one of the "
                + "provider.",
            IdentityError.identityAlreadyInUse.problem, IdentityError.identityReserved.problem
        )
        .refuses(.unproven)
        .refuses(.installTime)
        .refuses(.tooManyRequests)
    }
}

extension Refusal {
    static let noProvider = Refusal(
        404, "The provider or the user is unknown.", [.notFound], as: "NoProvider")
}

extension Parameter {
    static let provider = Parameter.path(
        "provider", .string.pattern("[a-z0-9_-]{1,32}"),
        "The name in `SHIPMATE_IDENTITY_PROVIDERS`, such as `google`.")
}

extension Schema {
    static var idToken: Schema {
        .string(1...16_384).means("Signed by the provider: RS256, ES256 or EdDSA.")
    }

    static var nonce: Schema {
        .string(1...255).means("The nonce that the app gave to the provider, if it did.").nullableOptional
    }
}

extension Field where Value == String {
    static var idToken: Field { Field("id_token", .text(.idToken, lengths: 1...16_384)) }
}

extension Field where Value == String? {
    static var nonce: Field { Field(optional: "nonce", .text(.nonce, lengths: 1...255)) }
}
