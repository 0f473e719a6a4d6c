internal import Accounts
internal import Forms
internal import HTTP
internal import JSON
internal import Pages
internal import Referrals

/// Takes the token of a mail's link as proof of an e-mail.
struct ConfirmEmail: Endpoint {
    struct Input: FormedInput {
        let token: MailToken?

        static let form = RequestForm(
            "EmailVerification", means: "The token of a mailed link.",
            Field("token", .text(.mailToken, lengths: 1...200))
        ) { Input(token: MailToken($0)) }
    }

    struct Output: JSONOutput, Formed {
        let email: EmailAddress

        static let form = Form<Self>("EmailVerified", means: "A verified e-mail.") {
            Member("email", .text(.email.atMost(254)), \.email.description, "The verified e-mail.")
            Member("email_verified", .boolean, { _ in true }, "True.")
        }
    }

    let emails: EmailService

    func respond(to input: Input, on call: Call) async throws(Problem) -> Output {
        Output(
            email: try await mappingErrors { () throws(AccountError) in
                try await emails.confirm(
                    input.token, in: call.pageLanguage.rawValue, from: call.address)
            })
    }
}

extension ConfirmEmail {
    var operation: Operation {
        Operation(
            "confirmEmail", .users, "Verify an e-mail",
            """
            Rewards for it are granted in the same transaction. The token of a change makes the new e-mail \
            the account's.
            """
        )
        .takes(["token": Schema.mailTokenExample])
        .gives("Proved.", example: ["email": "ben@example.com", "email_verified": true])
        .refuses("Another account has taken the e-mail.", AccountError.emailAlreadyInUse.problem)
        .refuses(.linkGone)
        .refuses(.tooManyRequests)
    }
}
