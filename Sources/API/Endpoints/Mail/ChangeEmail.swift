internal import HTTP
internal import Referrals
internal import Service

/// Has the calling user's e-mail changed once the new one is proved.
struct ChangeEmail: Endpoint {
    struct Input: BodyInput {
        let current: String
        let email: EmailAddress

        static var schema: Schema {
            .closed(
                "EmailChange", means: "The password, and the e-mail from when it is proved.",
                [
                    "current_password": .string(1...1024).means("The account's."),
                    "email": .email.atLeast(3).atMost(254).means("Read trimmed and in lower case."),
                ])
        }

        init(_ fields: inout Fields) throws(Problem) {
            let current = fields.string("current_password", length: 1...1024)
            let email = fields.value("email", FieldValues.email)
            (self.current, self.email) = try fields.finish(current, email)
        }
    }

    let emails: EmailService

    func respond(to input: Input, on call: Call) async throws(Problem) -> Response {
        let uid = try call.user()
        try await serving { () throws(AccountError) in
            try await emails.change(
                of: uid, to: input.email, password: input.current, in: call.pageLanguage.rawValue,
                from: call.address)
        }
        return Response(status: 202)
    }
}

extension ChangeEmail {
    var operation: Operation {
        Operation(
            "changeEmail", .users, "Change the user's e-mail",
            """
            The old one stays until the link that is mailed to the new one is followed. The old one gets a \
            link, good for 72 hours, that keeps it or has it back, signs everybody out, and leads to a new \
            password. Nothing is sent where another account has the e-mail, and nobody is told.
            """
        )
        .takes(.visitorsLanguage)
        .takes(["current_password": "correct horse battery staple", "email": "ben@example.org"])
        .gives(202, "Mails are on their way.")
        .refuses("The current password is wrong.", AccountError.wrongPassword.problem)
        .refuses(.mailOff)
        .refuses("The user is anonymous.", AccountError.noEmail.problem)
        .refuses(.tooManyRequests)
    }
}
