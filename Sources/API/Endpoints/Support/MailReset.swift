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
        try await serving { () throws(AccountError) in try await support.mailReset(of: uid, order) }
        return Response(status: 202)
    }
}

extension MailReset {
    var operation: Operation {
        Operation(
            "mailReset", .administration, "Mail a user a link to a new password",
            """
            As if the player had asked for it: an e-mail that was never verified gets a link that takes it off the \
            account, where something else leads into that. Written to the audit.
            """
        )
        .takes(["reason": "The player called"])
        .takes(.visitorsLanguage)
        .gives(202, "The mail is on its way.")
        .refuses(.mailOff)
        .refuses("The user has no e-mail.", AccountError.noEmail.problem)
    }
}
