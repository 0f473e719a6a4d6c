internal import HTTP
internal import Service

/// Takes an identity off the calling user.
struct UnlinkIdentity: Endpoint {
    let identities: IdentityService

    func respond(to input: NoInput, on call: Call) async throws(Problem) -> Response {
        let uid = try call.user()
        let provider = call.request.parameter("provider") ?? ""
        try await serving { () throws(IdentityError) in
            try await identities.unlink(provider, from: uid)
        }
        return .noContent
    }
}

extension UnlinkIdentity {
    var operation: Operation {
        Operation(
            "unlinkIdentity", .users, "Have the user sign in with a provider no more",
            "Another identity or a password must be left; an e-mail without a password is no way in yet."
        )
        .takes(.provider)
        .gives(204, "The identity is free; also where there was none.")
        .refuses(.notFound)
        .refuses("The user could sign in no more.", IdentityError.lastCredential.problem)
    }
}
