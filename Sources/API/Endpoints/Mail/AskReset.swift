internal import Accounts
internal import Forms
internal import HTTP
internal import JSON
internal import Pages
internal import Referrals

/// Has a link mailed that leads to a new password, if there is such an account.
struct AskReset: Endpoint {
    struct Input: FormedInput {
        let email: EmailAddress

        static let form = RequestForm(
            "PasswordResetRequest", means: "The account.",
            Field("email", .email, "The account's e-mail.")
        ) { Input(email: $0) }
    }

    let recovery: RecoveryService

    func respond(to input: Input, on call: Call) async throws(Problem) -> Response {
        try await mappingErrors { () throws(AccountError) in
            try await recovery.askReset(
                of: input.email, in: call.pageLanguage.rawValue, from: call.address)
        }
        return Response(status: 202)
    }
}

extension AskReset {
    var operation: Operation {
        Operation(
            "askReset", .sessions, "Request a password reset",
            """
            The reply and its timing don't show whether the account exists. The link is valid for an hour, \
            once. A newer link ends it.
            """
        )
        .takes(["email": "ben@example.com"])
        .takes(.visitorsLanguage)
        .gives(202, "If the account exists, a mail is being sent.")
        .refuses(.mailOff)
        .refuses(.tooManyRequests)
    }
}
