internal import Accounts
internal import HTTP

/// Trades a refresh token for its successor and a new access token.
struct RefreshSession: Endpoint {
    struct Input: BodyInput {
        let refreshToken: String

        static var schema: Schema {
            .closed(
                "RefreshRequest", means: "The token to trade.",
                [
                    "refresh_token": .string(1...1024).means("The session's last.")
                ])
        }

        init(_ fields: inout Fields) throws(Problem) {
            let token = fields.string("refresh_token", length: 1...1024)
            refreshToken = try fields.finish(token)
        }
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
            session: try await serving { () throws(SessionError) in
                try await sessions.refresh(input.refreshToken, from: call.address)
            })
    }
}

extension RefreshSession {
    var operation: Operation {
        Operation("refreshSession", .sessions, "Trade a refresh token for new tokens")
            .takes(["refresh_token": "rt_AZOPPloAfD2PIWobDJ0uQQGTjz5BAHoQmwIT8sTV5qc"])
            .gives("The session's new tokens.")
            .refuses(.unauthenticated)
            .refuses(.merged)
            .refuses("An administrator has blocked the user.", SessionError.blocked.problem)
    }
}
