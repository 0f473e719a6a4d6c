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
        try await serving { () throws(AccountError) in try await support.endSessions(of: uid, order) }
        return .noContent
    }
}

extension EndUserSessions {
    var operation: Operation {
        Operation(
            "endUserSessions", .administration, "Sign a user out everywhere",
            "A change of e-mail that waits for its link ends, too. Written to the audit, and told by mail."
        )
        .takes(["reason": "The player lost a phone"])
        .takes(.visitorsLanguage)
        .gives(204, "No token of the user is good any more.")
        .refuses(.notFound)
    }
}
