internal import Accounts
internal import Crypto
internal import Forms
internal import HTTP
internal import JSON
internal import Pages
internal import Values

/// Gives the account of a mail's link another password.
struct ResetPassword: Endpoint {
    struct Input: FormedInput {
        let password: String

        static let form = RequestForm(
            "NewPassword", means: "The password from now on.", Field("password", .newPassword)
        ) { Input(password: $0) }
    }

    struct Output: JSONOutput, Formed {
        let reset: RecoveryService.Reset

        static let form = Form<Self>("PasswordReset", means: "What came of it.") {
            Member(
                "sessions_ended", .boolean, { $0.resetAt == nil },
                "Whether it has taken effect: all sessions have ended.")
            Member(
                "providers", .array(of: .string(1...32)), \.providers,
                "The providers that can still sign the player in. Those linked lately were unlinked.")
            Member(
                "reset_at", .time, orNull: \.resetAt,
                """
                When the new password takes effect; null if it has. It is later if the e-mail was never \
                verified and a session was used in the last 72 hours. The user can refuse it until then.
                """)
        }

        private var resetAt: Timestamp? {
            if case .later(let time) = reset { time } else { nil }
        }

        private var providers: [String] {
            if case .now(let ways) = reset { ways.providers } else { [] }
        }

        var status: Int {
            resetAt == nil ? 200 : 202
        }

    }

    let recovery: RecoveryService

    func respond(to input: Input, on call: Call) async throws(Problem) -> Output {
        Output(
            reset: try await serving { () throws(AccountError) in
                try await recovery.reset(
                    call.request.parameter("token").flatMap(MailToken.init), to: input.password,
                    in: call.pageLanguage.rawValue, from: call.address)
            })
    }
}

extension ResetPassword {
    var operation: Operation {
        Operation(
            "resetPassword", .sessions, "Choose a new password by the token of a mail's link",
            """
            All sessions of the account end, and with them a change of e-mail or a deletion that waits, other reset \
            links, and identities that were linked lately. A mail tells the owner, and what else leads into the \
            account.
            """
        )
        .takes(.path("token", .mailToken, "What the link in the mail has."), .visitorsLanguage)
        .takes(["password": "correct horse battery staple"])
        .gives(
            "The password is another. Sign in with it.",
            example: ["sessions_ended": true, "providers": ["google"], "reset_at": .null]
        )
        .gives(
            202, "The password is good from `reset_at` on.",
            example: ["sessions_ended": false, "providers": [], "reset_at": "2026-11-24T12:00:00.000Z"]
        )
        .refuses(.linkGone)
        .refuses(.tooManyRequests)
    }
}
