internal import Accounts
internal import HTTP
internal import Referrals

/// Gives a user an e-mail that an administrator vouches for.
struct SetUserEmail: Endpoint {
    struct Input: BodyInput {
        let email: EmailAddress
        let reason: String

        static var schema: Schema {
            .closed(
                "UserEmail", means: "The e-mail from now on, and why.",
                [
                    "email": .email.atLeast(3).atMost(254).means("Read trimmed and in lower case."),
                    "reason": .wordyReason,
                ])
        }

        init(_ fields: inout Fields) throws(Problem) {
            let email = fields.value("email", FieldValues.email)
            let reason = fields.wordyReason()
            (self.email, self.reason) = try fields.finish(email, reason)
        }
    }

    struct Output: JSONOutput {
        let user: User

        static var schema: Schema { ShowUser.keySchema }

        func encode(to writer: inout JSONWriter) {
            writer.object { $0.member("user", UserView(user: user, isForKey: true)) }
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

extension ShowUser {
    static let keySchema = Schema.object(
        "UserWithEmail", means: "A user who has another e-mail now.", ["user": UserView.schema])
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
        .takes(["email": "ben@example.com", "reason": "Checked by support"])
        .takes(.visitorsLanguage)
        .gives("The user.", example: ["user": UserView.newAccountExample])
        .refuses(.notFound)
        .refuses(
            "Another account has the e-mail, or the user is anonymous.",
            AccountError.emailAlreadyInUse.problem, AccountError.noEmail.problem)
    }
}
