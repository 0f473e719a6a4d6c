internal import Accounts
internal import Forms
internal import HTTP
internal import JSON
internal import Referrals

/// Gives a user an e-mail that an administrator vouches for.
struct SetUserEmail: Endpoint {
    struct Input: FormedInput {
        let email: EmailAddress
        let reason: String

        static let form = RequestForm(
            "UserEmail", means: "The e-mail from now on, and why.",
            Field("email", .email, sample: "ben@example.com"),
            Field("reason", .wordyReason, sample: "Checked by support")
        ) { Input(email: $0, reason: $1) }
    }

    struct Output: JSONOutput, Formed {
        let user: User

        static let form = Form<Self>("UserWithEmail", means: "A user who has another e-mail now.") {
            Member("user", { UserView(user: $0.user, isForKey: true) })
        }

    }

    let support: SupportService

    func respond(to input: Input, on call: Call) async throws(Problem) -> Output {
        let uid = try call.pathUser()
        let order = call.order(because: input.reason)
        return Output(
            user: try await serving { () throws(AccountError) in
                try await support.setEmail(input.email, of: uid, order)
            })
    }
}

extension SetUserEmail {
    var operation: Operation {
        Operation(
            "setUserEmail", .administration, "Give a user another e-mail",
            """
            The administrator vouches for it: it counts as verified. All links in earlier mails end, undo links among \
            them, and so do all sessions; the password stays. Written to the audit, and told to the former e-mail.
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
