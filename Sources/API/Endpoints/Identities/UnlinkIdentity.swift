internal import Accounts
internal import HTTP
internal import JSON
internal import Pages

/// Takes an identity off the calling user.
struct UnlinkIdentity: Endpoint {
    struct Input: FormedOptionalInput {
        let proof: OfferedProof

        static let form = RequestForm(
            "UnlinkRequest", means: "Proof from the account's owner.", OfferedProof.field
        ) { Input(proof: $0) }
    }

    let identities: IdentityService

    func respond(to input: Input, on call: Call) async throws(Problem) -> Response {
        let request = try call.proof(input.proof)
        let provider = call.request.parameter("provider") ?? ""
        try await mappingErrors { () throws(IdentityError) in
            try await identities.unlink(provider, request, in: call.pageLanguage.rawValue)
        }
        return .noContent
    }
}

extension UnlinkIdentity {
    var operation: Operation {
        Operation(
            "unlinkIdentity", .users, "Unlink an identity",
            """
            Another identity or a password must remain; an e-mail without a password doesn't count. The call \
            needs proof from the account's owner. The verified e-mail gets a notice with a link that undoes \
            the change. For 72 hours no other account can link the identity.
            """
        )
        .takes(["password": "correct horse battery staple"])
        .takes(.provider, .visitorsLanguage)
        .gives(204, "The identity is not linked. The reply is the same if it wasn't before.")
        .refuses(.notFound)
        .refuses("The user could no longer sign in.", IdentityError.lastCredential.problem)
        .refuses(.unproven)
        .refuses(.tooManyRequests)
    }
}
