internal import HTTP
internal import Service

/// Gives the account of a mail's link another password.
struct ResetPassword: Endpoint {
    struct Input: BodyInput {
        let password: String

        static var schema: Schema {
            .closed(
                "NewPassword", means: "The password from now on.",
                [
                    "password": .string(PasswordPolicy.lengths).means(
                        "None of the common ones, none that was in a leak, and not the e-mail.")
                ])
        }

        init(_ fields: inout Fields) throws(Problem) {
            let password = fields.string("password", length: PasswordPolicy.lengths)
            self.password = try fields.finish(password)
        }
    }

    struct Output: JSONOutput {
        static var schema: Schema {
            .object("PasswordReset", means: "Done.", ["sessions_ended": .boolean.means("True: all of them.")])
        }

        func encode(to writer: inout JSONWriter) {
            writer.object { $0.member("sessions_ended", true) }
        }
    }

    let recovery: RecoveryService

    func respond(to input: Input, on call: Call) async throws(Problem) -> Output {
        try await serving { () throws(AccountError) in
            guard let token = call.request.parameter("token").flatMap(MailToken.init) else { throw .linkGone }
            try await recovery.reset(
                token, to: input.password, in: call.pageLanguage.rawValue, from: call.address)
        }
        return Output()
    }
}

extension ResetPassword {
    var operation: Operation {
        Operation(
            "resetPassword", .sessions, "Choose a new password by the token of a mail's link",
            "All sessions of the account end, and a mail tells its owner."
        )
        .takes(.path("token", .mailToken, "What the link in the mail has."), .visitorsLanguage)
        .takes(["password": "correct horse battery staple"])
        .gives("The password is another. Sign in with it.", example: ["sessions_ended": true])
        .refuses(.linkGone)
    }
}
