internal import Accounts
internal import Forms
internal import HTTP
internal import JSON
internal import Referrals

/// Gives a user an e-mail that an administrator has confirmed.
struct SetUserEmail: Endpoint {
    struct Input: FormedInput {
        let email: EmailAddress
        let reason: String

        static let form = RequestForm(
            "UserEmail", means: "The new e-mail, and the reason.",
            Field("email", .email, sample: "ben@example.com"),
            Field("reason", .wordyReason, sample: "Checked by support")
        ) { Input(email: $0, reason: $1) }
    }

    struct Output: JSONOutput, Formed {
        let user: User

        static let form = Form<Self>("UserWithEmail", means: "A user with a new e-mail.") {
            Member("user", { UserView(user: $0.user, isForKey: true) })
        }

    }

    let support: SupportService

    func respond(to input: Input, on call: Call) async throws(Problem) -> Output {
        let uid = try call.pathUser()
        let order = call.order(because: input.reason)
        return Output(
            user: try await mappingErrors { () throws(AccountError) in
                try await support.setEmail(input.email, of: uid, order)
            })
    }
}

extension SetUserEmail {
    var operation: Operation {
        Operation(
            "setUserEmail", .administration, "Set a user's e-mail",
            """
            The administrator confirms the e-mail: it counts as verified. All earlier mailed links end, undo \
            links included, and so do all sessions; the password stays. Written to the audit, and the former \
            e-mail gets a mail.
            """
        )
        .takes(.visitorsLanguage)
        .gives("The user.", example: ["user": UserView.newAccountExample])
        .refuses(.notFound)
        .refuses(
            "Another account has the e-mail, or the user is anonymous.",
            AccountError.emailAlreadyInUse.problem, AccountError.noEmail.problem)
    }
}
