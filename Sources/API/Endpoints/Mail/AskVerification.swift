internal import Accounts
internal import HTTP
internal import JSON
internal import Pages

/// Mails the calling user a link that proves the e-mail.
struct AskVerification: Endpoint {
    let emails: EmailService

    func respond(to input: NoInput, on call: Call) async throws(Problem) -> Response {
        let uid = try call.user()
        try await serving { () throws(AccountError) in
            try await emails.askVerification(of: uid, in: call.pageLanguage.rawValue, from: call.address)
        }
        return Response(status: 202)
    }
}

extension AskVerification {
    var operation: Operation {
        Operation(
            "askVerification", .users, "Have a link mailed that proves the user's e-mail",
            """
            In the language of `Accept-Language`. The link is good for 24 hours, and once; a newer one ends \
            it. Nothing is sent where the e-mail is proved already.
            """
        )
        .takes(.visitorsLanguage)
        .gives(202, "A mail is on its way.")
        .refuses(.mailOff)
        .refuses("The user is anonymous.", AccountError.noEmail.problem)
        .refuses(.tooManyRequests)
    }
}
