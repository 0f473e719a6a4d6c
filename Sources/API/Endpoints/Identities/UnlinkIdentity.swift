internal import Accounts
internal import HTTP
internal import JSON
internal import Pages

/// Takes an identity off the calling user.
struct UnlinkIdentity: Endpoint {
    struct Input: FormedOptionalInput {
        let proof: OfferedProof

        static let form = RequestForm(
            "UnlinkRequest", means: "That the account's owner calls.", OfferedProof.field
        ) { Input(proof: $0) }
    }

    let identities: IdentityService

    func respond(to input: Input, on call: Call) async throws(Problem) -> Response {
        let request = try call.proof(input.proof)
        let provider = call.request.parameter("provider") ?? ""
        try await serving { () throws(IdentityError) in
            try await identities.unlink(provider, request, in: call.pageLanguage.rawValue)
        }
        return .noContent
    }
}

extension UnlinkIdentity {
    var operation: Operation {
        Operation(
            "unlinkIdentity", .users, "Have the user sign in with a provider no more",
            """
            Another identity or a password must be left; an e-mail without a password is no way in yet. The account \
            proves who calls, and its verified e-mail is told, with a link that undoes it: for 72 hours no other \
            account can link the identity.
            """
        )
        .takes(["password": "correct horse battery staple"])
        .takes(.provider, .visitorsLanguage)
        .gives(204, "The user has it no more; also where there was none.")
        .refuses(.notFound)
        .refuses("The user could sign in no more.", IdentityError.lastCredential.problem)
        .refuses(.unproven)
        .refuses(.tooManyRequests)
    }
}
