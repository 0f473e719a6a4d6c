internal import Accounts
internal import Forms
internal import HTTP
internal import JSON

/// Has a link to a new password mailed to a user, for an administrator.
struct MailReset: Endpoint {
    let support: SupportService

    func respond(to input: SupportInput, on call: Call) async throws(Problem) -> Response {
        let uid = try call.pathUser()
        let order = call.order(because: input.reason)
        try await mappingErrors { () throws(AccountError) in try await support.mailReset(of: uid, order) }
        return Response(status: 202)
    }
}

extension MailReset {
    var operation: Operation {
        Operation(
            "mailReset", .administration, "Send a user a password reset",
            """
            The same as a request by the player. If the e-mail was never verified and the account has \
            another way to sign in, the link removes the e-mail from the account. Written to the audit.
            """
        )
        .takes(["reason": "The player called"])
        .takes(.visitorsLanguage)
        .gives(202, "A mail is being sent.")
        .refuses(.mailOff)
        .refuses("The user has no e-mail.", AccountError.noEmail.problem)
    }
}
