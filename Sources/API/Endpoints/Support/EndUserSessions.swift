internal import Accounts
internal import Forms
internal import HTTP
internal import JSON

/// Signs a user out everywhere, for an administrator.
struct EndUserSessions: Endpoint {
    let support: SupportService

    func respond(to input: SupportInput, on call: Call) async throws(Problem) -> Response {
        let uid = try call.pathUser()
        let order = call.order(because: input.reason)
        try await mappingErrors { () throws(AccountError) in try await support.endSessions(of: uid, order) }
        return .noContent
    }
}

extension EndUserSessions {
    var operation: Operation {
        Operation(
            "endUserSessions", .administration, "End a user's sessions",
            "Also cancels a pending change of e-mail. Written to the audit, and the user gets a mail."
        )
        .takes(["reason": "The player lost a phone"])
        .takes(.visitorsLanguage)
        .gives(204, "No token of the user is valid any longer.")
        .refuses(.notFound)
    }
}
