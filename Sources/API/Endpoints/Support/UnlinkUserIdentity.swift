internal import Accounts
internal import Forms
internal import HTTP
internal import JSON

/// Takes an identity off a user, for an administrator.
struct UnlinkUserIdentity: Endpoint {
    let support: SupportService

    func respond(to input: SupportInput, on call: Call) async throws(Problem) -> Response {
        let uid = try call.pathUser()
        let provider = call.request.parameter("provider") ?? ""
        let order = call.order(because: input.reason)
        try await serving { () throws(AccountError) in
            try await support.unlink(provider, from: uid, order)
        }
        return .noContent
    }
}

extension UnlinkUserIdentity {
    var operation: Operation {
        Operation(
            "unlinkUserIdentity", .administration, "Have a user sign in with a provider no more",
            """
            If it was the last way in, all sessions end. For 72 hours no other account can link the identity. Written \
            to the audit, and told by mail with a link that undoes it.
            """
        )
        .takes(["reason": "It belongs to another person"])
        .takes(.provider, .visitorsLanguage)
        .gives(204, "The user has it no more; also where there was none.")
        .refuses(.notFound)
    }
}
