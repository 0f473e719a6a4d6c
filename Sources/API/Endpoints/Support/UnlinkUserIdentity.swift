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
        try await mappingErrors { () throws(AccountError) in
            try await support.unlink(provider, from: uid, order)
        }
        return .noContent
    }
}

extension UnlinkUserIdentity {
    var operation: Operation {
        Operation(
            "unlinkUserIdentity", .administration, "Unlink a user's identity",
            """
            If it was the last way to sign in, all sessions end. For 72 hours no other account can link the \
            identity. Written to the audit. The user gets a mail with a link that undoes the change.
            """
        )
        .takes(["reason": "It belongs to another person"])
        .takes(.provider, .visitorsLanguage)
        .gives(204, "The identity is not linked. The reply is the same if it wasn't before.")
        .refuses(.notFound)
    }
}
