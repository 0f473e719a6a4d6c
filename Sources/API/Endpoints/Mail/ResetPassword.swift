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
            "NewPassword", means: "The new password.", Field("password", .newPassword)
        ) { Input(password: $0) }
    }

    struct Output: JSONOutput, Formed {
        let reset: RecoveryService.Reset

        static let form = Form<Self>("PasswordReset", means: "The result.") {
            Member(
                "sessions_ended", .boolean, { $0.resetAt == nil },
                "Whether it has taken effect: then all sessions have ended.")
            Member(
                "providers", .array(of: .string(1...32)), \.providers,
                "The providers that can still sign the player in. Recently linked ones were unlinked.")
            Member(
                "reset_at", .time, orNull: \.resetAt,
                """
                When the new password takes effect; null if it already has. The time is later if the e-mail \
                was never verified and a session was used in the last 72 hours. Until then the user can \
                refuse it.
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
            reset: try await mappingErrors { () throws(AccountError) in
                try await recovery.reset(
                    call.request.parameter("token").flatMap(MailToken.init), to: input.password,
                    in: call.pageLanguage.rawValue, from: call.address)
            })
    }
}

extension ResetPassword {
    var operation: Operation {
        Operation(
            "resetPassword", .sessions, "Reset a password",
            """
            Ends all sessions of the account, a pending e-mail change or deletion, other reset links, and \
            recently linked identities. A mail notifies the owner and lists the account's remaining ways to \
            sign in.
            """
        )
        .takes(.path("token", .mailToken, "The token of the mailed link."), .visitorsLanguage)
        .takes(["password": "correct horse battery staple"])
        .gives(
            "The password was changed. Sign in with it.",
            example: ["sessions_ended": true, "providers": ["google"], "reset_at": .null]
        )
        .gives(
            202, "The password is valid from `reset_at` on.",
            example: ["sessions_ended": false, "providers": [], "reset_at": "2026-11-24T12:00:00.000Z"]
        )
        .refuses(.linkGone)
        .refuses(.tooManyRequests)
    }
}
