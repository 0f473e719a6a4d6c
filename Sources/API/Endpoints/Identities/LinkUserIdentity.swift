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
            "UserIdentityRequest", means: "An identity, with the provider's token.", .idToken, .nonce
        ) { Input(token: $0, nonce: $1) }
    }

    let identities: IdentityService

    func respond(to input: Input, on call: Call) async throws(Problem) -> LinkIdentity.Output {
        let uid = try call.pathUser()
        let provider = call.request.parameter("provider") ?? ""
        let (user, rewards) = try await mappingErrors { () throws(IdentityError) in
            try await identities.linkMade(
                input.token, by: provider, nonce: input.nonce, to: uid, in: call.pageLanguage.rawValue)
        }
        return LinkIdentity.Output(user: user, rewards: rewards)
    }
}

extension LinkUserIdentity {
    var operation: Operation {
        Operation(
            "linkUserIdentity", .users, "Link an identity to a user",
            """
            For an account that was made with an `external_id` and has no password, no identity and no token \
            issuer. It can't prove its identity, so its back end acts for it.
            """
        )
        .takes(["id_token": "eyJhbGciOiJSUzI1NiIsImtpZCI6IjEifQ.eyJzdWIiOiIxMTAifQ.c2lnbmF0dXJl"])
        .takes(.provider, .visitorsLanguage)
        .gives(
            "The user.", example: ["user": UserView.newAccountExample, "rewards": []]
        )
        .refuses(
            "The ID token is not the provider's, or not valid for this app now; or the key is not valid.",
            IdentityError.tokenRefused.problem
        )
        .refuses(.noProvider)
        .refuses("The account can prove itself.", .proofRequired)
        .refuses(
            "Another user has the identity, or had it recently.",
            IdentityError.identityAlreadyInUse.problem, IdentityError.identityReserved.problem)
    }
}
