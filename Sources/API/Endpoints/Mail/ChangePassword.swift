internal import Accounts
internal import Crypto
internal import HTTP
internal import JSON
internal import Pages

/// Gives the calling user another password.
struct ChangePassword: Endpoint {
    struct Input: FormedInput {
        let proof: OfferedProof
        let password: String

        static let form = RequestForm(
            "PasswordChange", means: "A proof, and the new password.",
            OfferedProof.field(
                password: Field(
                    optional: "current_password", .string(1...1024), "The current password, as proof."),
                isForAll: false),
            Field("password", .newPassword)
        ) { Input(proof: $0, password: $1) }
    }

    let recovery: RecoveryService

    func respond(to input: Input, on call: Call) async throws(Problem) -> SignIn.Output {
        let request = try call.proof(input.proof)
        let (user, session) = try await mappingErrors { () throws(AccountError) in
            try await recovery.change(
                request, to: input.password, in: call.pageLanguage.rawValue, on: call.device)
        }
        return SignIn.Output(user: user, session: session)
    }
}

extension ChangePassword {
    var operation: Operation {
        Operation(
            "changePassword", .users, "Change the user's password",
            """
            The calling session stays, with new tokens; all others end. The verified e-mail gets a notice \
            with a link that undoes the change. Five changes a day are allowed. Wrong proofs count for each \
            session: above the limit the reply is 429. Repeating the request within five minutes, such as \
            after a lost reply, returns new tokens again.
            """
        )
        .takes(.visitorsLanguage)
        .takes([
            "current_password": "correct horse battery staple", "password": "a parrot named Sam",
        ])
        .gives(
            "The user, and the session's new tokens.",
            example: ["user": UserView.newAccountExample, "session": SessionView.example]
        )
        .refuses(.unproven)
        .refuses(.notFound)
        .refuses(
            "The user is anonymous, or the account was recovered during the call.",
            AccountError.noEmail.problem,
            AccountError.accountRecovered.problem
        )
        .refuses(.tooManyRequests)
    }
}
