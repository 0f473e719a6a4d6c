internal import HTTP
internal import Service

/// Gives the calling user another password.
struct ChangePassword: Endpoint {
    struct Input: BodyInput {
        let current: String
        let password: String

        static var schema: Schema {
            .closed(
                "PasswordChange", means: "The password there is, and the one from now on.",
                [
                    "current_password": .string(1...1024).means("The account's."),
                    "password": .string(PasswordPolicy.lengths).means(
                        "None of the common ones, none that was in a leak, and not the e-mail."),
                ])
        }

        init(_ fields: inout Fields) throws(Problem) {
            let current = fields.string("current_password", length: 1...1024)
            let password = fields.string("password", length: PasswordPolicy.lengths)
            (self.current, self.password) = try fields.finish(current, password)
        }
    }

    let recovery: RecoveryService

    func respond(to input: Input, on call: Call) async throws(Problem) -> SignIn.Output {
        let uid = try call.user()
        let (user, session) = try await serving { () throws(AccountError) in
            try await recovery.change(
                of: uid, from: input.current, to: input.password, in: call.pageLanguage.rawValue,
                from: call.address, on: call.device)
        }
        return SignIn.Output(user: user, session: session)
    }
}

extension ChangePassword {
    var operation: Operation {
        Operation(
            "changePassword", .users, "Change the user's password",
            """
            All sessions end; the reply has a new one. A mail tells the owner. Wrong passwords are counted for \
            each user: past the limit 429.
            """
        )
        .takes(.visitorsLanguage)
        .takes([
            "current_password": "correct horse battery staple", "password": "a parrot named Sam",
        ])
        .gives(
            "The user and a new session.",
            example: ["user": UserView.newAccountExample, "session": SessionView.example]
        )
        .refuses("The current password is wrong.", AccountError.wrongPassword.problem)
        .refuses(.notFound)
        .refuses("The user is anonymous.", AccountError.noEmail.problem)
        .refuses(.tooManyRequests)
    }
}
