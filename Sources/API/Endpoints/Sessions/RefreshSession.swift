internal import Accounts
internal import HTTP
internal import JSON

/// Trades a refresh token for its successor and a new access token.
struct RefreshSession: Endpoint {
    struct Input: FormedInput {
        let refreshToken: String

        static let form = RequestForm(
            "RefreshRequest", means: "The refresh token.",
            Field(
                "refresh_token", .string(1...1024), "The session's latest.",
                sample: "rt_AZOPPloAfD2PIWobDJ0uQQGTjz5BAHoQmwIT8sTV5qc")
        ) { Input(refreshToken: $0) }
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
                try await sessions.refresh(input.refreshToken, from: call.address)
            })
    }
}

extension RefreshSession {
    var operation: Operation {
        Operation("refreshSession", .sessions, "Refresh a session")
            .gives("The session's new tokens.")
            .refuses(.unauthenticated)
            .refuses(.merged)
            .refuses("An administrator has blocked the user.", SessionError.blocked.problem)
    }
}
