internal import Accounts
internal import Forms
internal import HTTP
internal import JSON
internal import Pages

/// Lets an account that the app's own back end has made sign in with an identity.
struct LinkUserIdentity: Endpoint {
    struct Input: FormedInput {
        let token: String
        let nonce: String?

        static let form = RequestForm(
            "UserIdentityRequest", means: "An identity, as its provider signed it.", .idToken, .nonce
        ) { Input(token: $0, nonce: $1) }
    }

    let identities: IdentityService

    func respond(to input: Input, on call: Call) async throws(Problem) -> LinkIdentity.Output {
        let uid = try call.pathUser()
        let provider = call.request.parameter("provider") ?? ""
        let (user, rewards) = try await serving { () throws(IdentityError) in
            try await identities.linkMade(
                input.token, by: provider, nonce: input.nonce, to: uid, in: call.pageLanguage.rawValue)
        }
        return LinkIdentity.Output(user: user, rewards: rewards)
    }
}

extension LinkUserIdentity {
    var operation: Operation {
        Operation(
            "linkUserIdentity", .users, "Let a player of the back end's sign in with a provider",
            """
            For an account that was made with an `external_id` and has no password, no identity and no issuer of \
            tokens: it has nothing to prove itself by, so its back end speaks for it.
            """
        )
        .takes(["id_token": "eyJhbGciOiJSUzI1NiIsImtpZCI6IjEifQ.eyJzdWIiOiIxMTAifQ.c2lnbmF0dXJl"])
        .takes(.provider, .visitorsLanguage)
        .gives(
            "The user.", example: ["user": UserView.newAccountExample, "rewards": []]
        )
        .refuses(
            "The token isn't the provider's, or not for this app now; or there is no good key.",
            IdentityError.tokenRefused.problem
        )
        .refuses(.noProvider)
        .refuses("The account can prove itself.", .proofRequired)
        .refuses(
            "Another user has the identity, or had it a short while ago.",
            IdentityError.identityAlreadyInUse.problem, IdentityError.identityReserved.problem)
    }
}
