internal import Accounts
internal import Forms
internal import HTTP
internal import JSON
internal import Pages
internal import Referrals

/// Has the calling user's e-mail changed once the new one is proved.
struct ChangeEmail: Endpoint {
    struct Input: FormedInput {
        let proof: OfferedProof
        let email: EmailAddress

        static let form = RequestForm(
            "EmailChange", means: "A proof, and the e-mail that becomes effective once it is verified.",
            OfferedProof.field(
                password: Field(
                    optional: "current_password", .string(1...1024), "The account's, as proof."),
                isForAll: false),
            Field("email", .email)
        ) { Input(proof: $0, email: $1) }
    }

    let emails: EmailService

    func respond(to input: Input, on call: Call) async throws(Problem) -> Response {
        let request = try call.proof(input.proof)
        try await mappingErrors { () throws(AccountError) in
            try await emails.change(request, to: input.email, in: call.pageLanguage.rawValue)
        }
        return Response(status: 202)
    }
}

extension ChangeEmail {
    var operation: Operation {
        Operation(
            "changeEmail", .users, "Change the user's e-mail",
            """
            The old e-mail stays until the link mailed to the new one is followed. If the old e-mail was \
            verified, it gets a link that undoes the change for 72 hours after it. That link also ends all \
            sessions and leads to a new password. If another account has the e-mail, no mail is sent, and \
            the reply is the same.
            """
        )
        .takes(.visitorsLanguage)
        .takes(["current_password": "correct horse battery staple", "email": "ben@example.org"])
        .gives(202, "Mails are being sent.")
        .refuses(.unproven)
        .refuses(.mailOff)
        .refuses(
            "The user is anonymous, or the account was recovered during the call.",
            AccountError.noEmail.problem,
            AccountError.accountRecovered.problem
        )
        .refuses(.tooManyRequests)
    }
}
