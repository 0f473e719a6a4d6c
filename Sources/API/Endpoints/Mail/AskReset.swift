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
            "PasswordResetRequest", means: "Whose password.",
            Field("email", .email, "The account's.")
        ) { Input(email: $0) }
    }

    let recovery: RecoveryService

    func respond(to input: Input, on call: Call) async throws(Problem) -> Response {
        try await serving { () throws(AccountError) in
            try await recovery.askReset(
                of: input.email, in: call.pageLanguage.rawValue, from: call.address)
        }
        return Response(status: 202)
    }
}

extension AskReset {
    var operation: Operation {
        Operation(
            "askReset", .sessions, "Have a link to a new password mailed",
            """
            The same answer, as quick, whether or not there is such an account. The link is good for an hour, \
            and once; a newer one ends it.
            """
        )
        .takes(["email": "ben@example.com"])
        .takes(.visitorsLanguage)
        .gives(202, "If there is such an account, a mail is on its way.")
        .refuses(.mailOff)
        .refuses(.tooManyRequests)
    }
}
