internal import Accounts
internal import HTTP
internal import JSON

/// Trades a refresh token for its successor and a new access token.
struct RefreshSession: Endpoint {
    struct Input: FormedInput {
        let refreshToken: String
        let attempt: String?
        let installProof: String?

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
                """), InstallKeyInput.proof
        ) { Input(refreshToken: $0, attempt: $1, installProof: $2) }
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
                    input.refreshToken, attempt: input.attempt, from: call.address,
                    in: call.signed(by: input.installProof, for: input.refreshToken))
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

            A session that is bound to an `install_key` needs `install_proof`. With a valid one the install \
            always gets a successor, whichever of the session's tokens it has. Without one the reply is 401, \
            and nothing changes.
            """
        )
        .gives("The session's new tokens.")
        .refuses(.unauthenticated)
        .refuses(
            "The session is bound to an install key, and the proof by it is missing or wrong.",
            InstallProofError.required.problem, InstallProofError.wrong.problem
        )
        .refuses(.installTime)
        .refuses(.merged)
        .refuses("An administrator has blocked the user.", SessionError.blocked.problem)
    }
}
