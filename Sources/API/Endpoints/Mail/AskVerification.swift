internal import Accounts
internal import HTTP
internal import JSON
internal import Pages

/// Mails the calling user a link that proves the e-mail.
struct AskVerification: Endpoint {
    let emails: EmailService

    func respond(to input: NoInput, on call: Call) async throws(Problem) -> Response {
        let uid = try call.user()
        try await mappingErrors { () throws(AccountError) in
            try await emails.askVerification(of: uid, in: call.pageLanguage.rawValue, from: call.address)
        }
        return Response(status: 202)
    }
}

extension AskVerification {
    var operation: Operation {
        Operation(
            "askVerification", .users, "Request an e-mail verification",
            """
            In the language of `Accept-Language`. The link is valid for 24 hours, once. A newer link ends \
            it. No mail is sent if the e-mail is already verified.
            """
        )
        .takes(.visitorsLanguage)
        .gives(202, "A mail is being sent.")
        .refuses(.mailOff)
        .refuses("The user is anonymous.", AccountError.noEmail.problem)
        .refuses(.tooManyRequests)
    }
}
