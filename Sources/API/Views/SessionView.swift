internal import Accounts
internal import HTTP
internal import JSON

/// A session's tokens, RFC 6749 section 5.1 in shape.
struct SessionView: Described {
    let tokens: SessionTokens

    static var schema: Schema {
        .object(
            "Session", means: "A session's tokens.", example: example,
            [
                "access_token": .string(upTo: 1024).means(
                    """
                    A JWT signed with Ed25519 (`alg` EdDSA, `kid`; `sub` is the uid, `sid` the session). \
                    Verify it with `/.well-known/jwks.json`.
                    """),
                "token_type": .openChoice("Bearer").means(
                    "How to send the access token: `Authorization: Bearer …`."),
                "expires_in": .amount(from: 1).means(
                    "Seconds until the access token expires. Default: 900."),
                "refresh_token": .string(upTo: 1024).means(
                    """
                    Opaque, for one use. A used one returns the same successor again within 10 seconds; \
                    later it ends the whole session.
                    """),
                "refresh_expires_in": .amount(from: 1).means("Seconds until the refresh token expires."),
            ])
    }

    static var example: JSONValue {
        [
            "access_token":
                "eyJhbGciOiJFZERTQSIsInR5cCI6IkpXVCIsImtpZCI6IjVmMWMifQ.eyJzdWIiOiIwMTkzOGYzZSJ9.c2lnbmF0dXJl",
            "token_type": "Bearer",
            "expires_in": 900,
            "refresh_token": "rt_AZOPPloAfD2PIWobDJ0uQQGTjz5BAHoQmwIT8sTV5qc",
            "refresh_expires_in": 7776000,
        ]
    }

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
