internal import Accounts
internal import HTTP
internal import JSON

/// Trades a refresh token for its successor and a new access token.
struct RefreshSession: Endpoint {
    struct Input: FormedInput {
        let refreshToken: String
        let attempt: String?

        static let form = RequestForm(
            "RefreshRequest", means: "The refresh token.",
            Field(
                "refresh_token", .string(1...1024), "The session's latest.",
                sample: "rt_AZOPPloAfD2PIWobDJ0uQQGTjz5BAHoQmwIT8sTV5qc"),
            Field(
                optional: "attempt", .string(1...255),
                """
                A random value that the client stores beside the token before it first sends it, and repeats \
                with the same token. The same token with another attempt, or without it, ends the session.
                """)
        ) { Input(refreshToken: $0, attempt: $1) }
    }

    struct Output: JSONOutput, Formed {
        let session: SessionTokens

        static let form = Form<Self>("SessionReply", means: "A session.") {
            Member("session", { SessionView(tokens: $0.session) })
        }
    }

    let sessions: SessionService

    func respond(to input: Input, on call: Call) async throws(Problem) -> Output {
        Output(
            session: try await mappingErrors { () throws(SessionError) in
                try await sessions.refresh(
                    input.refreshToken, attempt: input.attempt, from: call.address)
            })
    }
}

extension RefreshSession {
    var operation: Operation {
        Operation(
            "refreshSession", .sessions, "Refresh a session",
            """
            A lost reply costs no session. The previous refresh token returns the same successor, with a new \
            access token, until the successor was seen: presented here, or its access token accepted on any \
            call. It does so for 10 seconds in any case. Afterwards any earlier token ends the session.

            Store the new refresh token durably before you use the new access token.
            """
        )
        .gives("The session's new tokens.")
        .refuses(.unauthenticated)
        .refuses(.merged)
        .refuses("An administrator has blocked the user.", SessionError.blocked.problem)
    }
}
