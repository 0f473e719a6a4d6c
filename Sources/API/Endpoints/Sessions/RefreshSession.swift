internal import HTTP
internal import Service

/// Trades a refresh token for its successor and a new access token.
struct RefreshSession: Endpoint {
    struct Input: BodyInput {
        let refreshToken: String

        init(_ fields: inout Fields) throws(Problem) {
            let token = fields.string("refresh_token", length: 1...1024)
            refreshToken = try fields.finish(token)
        }
    }

    struct Output: JSONOutput {
        let session: SessionTokens

        func encode(to writer: inout JSONWriter) {
            writer.object { $0.member("session", SessionView(tokens: session)) }
        }
    }

    let sessions: SessionService

    func respond(to input: Input, on call: Call) async throws(Problem) -> Output {
        Output(
            session: try await serving { () throws(ServiceError) in
                try await sessions.refresh(input.refreshToken)
            })
    }
}
