internal import HTTP
internal import Service

/// A session's tokens, RFC 6749 section 5.1 in shape.
struct SessionView: JSONEncodable {
    let tokens: SessionTokens

    func encode(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("access_token", tokens.accessToken)
            writer.member("token_type", "Bearer")
            writer.member("expires_in", tokens.expiresInSeconds)
            writer.member("refresh_token", tokens.refreshToken)
            writer.member("refresh_expires_in", tokens.refreshExpiresInSeconds)
        }
    }
}
