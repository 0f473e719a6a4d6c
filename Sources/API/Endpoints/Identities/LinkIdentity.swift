internal import Accounts
internal import Forms
internal import HTTP
internal import JSON
internal import Pages
internal import Referrals

/// Lets the calling user sign in with an identity that somebody else vouches for; the uid stays.
struct LinkIdentity: Endpoint {
    struct Input: FormedInput {
        let token: String
        let nonce: String?
        let proof: OfferedProof

        static let form = RequestForm(
            "IdentityRequest", means: "An identity, as its provider signed it.", .idToken, .nonce,
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
                "What the sign-up earned the user itself, where it was that.")
        }
    }

    let identities: IdentityService

    func respond(to input: Input, on call: Call) async throws(Problem) -> Output {
        let request = try call.proof(input.proof)
        let provider = call.request.parameter("provider") ?? ""
        let (user, rewards) = try await serving { () throws(IdentityError) in
            try await identities.link(
                input.token, by: provider, nonce: input.nonce, request, in: call.pageLanguage.rawValue)
        }
        return Output(user: user, rewards: rewards)
    }
}

extension LinkIdentity {
    var operation: Operation {
        Operation(
            "linkIdentity", .users, "Let the user sign in with Apple, Google or another provider",
            """
            The uid stays, and so do its sessions. The first credential of an anonymous user is its sign-up, with \
            its reward. An account proves who calls, by `password` or `proof`, and its verified e-mail is told, \
            with a link that undoes it. The same identity again changes nothing. An e-mail that the provider \
            vouches for becomes the user's, verified, where the user has none and nobody else has it: two users are \
            never joined by one.
            """
        )
        .takes(["id_token": "eyJhbGciOiJSUzI1NiIsImtpZCI6IjEifQ.eyJzdWIiOiIxMTAifQ.c2lnbmF0dXJl"])
        .takes(.provider, .visitorsLanguage)
        .gives(
            "The user, and the rewards of its own.",
            example: ["user": UserView.newAccountExample, "rewards": [RewardView.example]]
        )
        .refuses(
            "The token isn't the provider's, or not for this app now; or there is no good access token.",
            IdentityError.tokenRefused.problem
        )
        .refuses(.noProvider)
        .refuses(
            "Another user has the identity, or had it a short while ago, or this one has another of the provider.",
            IdentityError.identityAlreadyInUse.problem, IdentityError.identityReserved.problem
        )
        .refuses(.unproven)
        .refuses(.tooManyRequests)
    }
}

extension Refusal {
    static let noProvider = Refusal(
        404, "There is no such provider here, or no such user.", [.notFound], as: "NoProvider")
}

extension Parameter {
    static let provider = Parameter.path(
        "provider", .string.pattern("[a-z0-9_-]{1,32}"),
        "As `SHIPMATE_IDENTITY_PROVIDERS` names it, such as `google`.")
}

extension Schema {
    static var idToken: Schema {
        .string(1...16_384).means("Signed by the provider: RS256, ES256 or EdDSA.")
    }

    static var nonce: Schema {
        .string(1...255).means("What the app had the provider write into the token, where it did.").orNone
    }
}

extension Field where Value == String {
    static var idToken: Field { Field("id_token", .text(.idToken, lengths: 1...16_384)) }
}

extension Field where Value == String? {
    static var nonce: Field { Field(optional: "nonce", .text(.nonce, lengths: 1...255)) }
}
