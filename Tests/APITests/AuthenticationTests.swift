import Accounts
import Crypto
import FoundationEssentials
import HTTP
import JSON
import TestSupport
import Testing

/// Tokens that are no good, and what is published to check those that are.
struct AuthenticationTests {
    @Test func `answers every bad token alike`() async throws {
        try await TestServer.with { server in
            let client = try server.client
            let user = try client.signUp()
            let key = try await server.key(.admin)
            let parts = user.token.split(separator: ".")
            let none = Base64.url(Array(#"{"alg":"none","typ":"JWT"}"#.utf8))
            let bad = [
                "", "Bearer", "Bearer ", "Basic \(user.token)", user.token, "Bearer  \(user.token)",
                "Bearer \(user.token)x", "Bearer \(parts[0]).\(parts[1]).", "Bearer \(none).\(parts[1]).",
                "Bearer \(user.refreshToken)", "Bearer \(key.dropLast())", "Bearer sk_",
                "Bearer \(key)\(key)",
                "Bearer \(try expired(user, server))", "Bearer \(try foreign(user))",
            ]
            var bodies: Set<String> = []
            for value in bad {
                let reply = try client.send("GET", "/v1/users/me", headers: ["Authorization": value])
                expectProblem(reply, 401, "unauthenticated")
                #expect(reply[header: "www-authenticate"] == "Bearer")
                let id = try #require(reply[header: "x-request-id"])
                bodies.insert(reply.text.replacing(id, with: ""))
            }
            #expect(bodies.count == 1)
            try client.http.send(
                """
                GET /v1/users/me HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer \(user.token)\r\n\
                Authorization: Bearer \(user.token)\r\n\r\n
                """)
            expectProblem(try client.reply(), 401, "unauthenticated")
            for scheme in ["bearer", "BEARER"] {
                let headers = ["authorization": "\(scheme) \(user.token)"]
                #expect(try client.send("GET", "/v1/users/me", headers: headers).status == 200)
            }
        }
    }

    /// A token signed with the server's own key whose time has passed.
    private func expired(_ user: TestUser, _ server: TestServer) throws -> String {
        let hex = Array(try server.database.psql("SELECT encode(seed, 'hex') FROM signing_keys"))
        let seed = stride(from: 0, to: hex.count, by: 2).compactMap {
            UInt8(String(hex[$0...$0 + 1]), radix: 16)
        }
        let signer = AccessTokenSigner(key: try #require(SigningKey(seed: seed)))
        let uid = try #require(UUID(uuidString: user.uid))
        let now = Int64(Date().timeIntervalSince1970)
        let current = signer.token(uid: uid, sid: UUID(), nowSeconds: now)
        #expect(try server.client.get("/v1/users/me", token: current).status == 200)
        return signer.token(uid: uid, sid: UUID(), nowSeconds: now - signer.lifetimeSeconds)
    }

    /// A token of another installation, in form like ours.
    private func foreign(_ user: TestUser) throws -> String {
        let uid = try #require(UUID(uuidString: user.uid))
        return AccessTokenSigner(key: SigningKey()).token(
            uid: uid, sid: UUID(), nowSeconds: Int64(Date().timeIntervalSince1970))
    }

    @Test func `publishes the key that access tokens are checked against`() async throws {
        try await TestServer.with { server in
            let client = try server.client
            let reply = try client.get("/.well-known/jwks.json")
            #expect(reply.status == 200)
            #expect(reply[header: "content-type"] == "application/jwk-set+json")
            #expect(reply[header: "cache-control"]?.contains("max-age") == true)
            let jwk = try #require(reply.json["keys"]?[0])
            #expect(jwk.names == ["kty", "crv", "alg", "use", "kid", "x"])
            #expect(jwk["kty"] == "OKP" && jwk["crv"] == "Ed25519" && jwk["alg"] == "EdDSA")
            let x = try #require(Base64.decoded(jwk["x"]?.string ?? ""))
            let key = try #require(VerifyingKey(bytes: x))
            let user = try client.signUp()
            let parts = user.token.split(separator: ".").map(String.init)
            try #require(parts.count == 3)
            let signature = try #require(Base64.decoded(parts[2]))
            #expect(key.isValid(signature: signature, of: Array("\(parts[0]).\(parts[1])".utf8)))
            #expect(!key.isValid(signature: signature, of: Array("\(parts[0]).\(parts[1])x".utf8)))
            let header = try JSONParser.parse(try #require(Base64.decoded(parts[0])))
            #expect(header["alg"] == "EdDSA")
            #expect(header["kid"] == jwk["kid"])
            let claims = try JSONParser.parse(try #require(Base64.decoded(parts[1])))
            #expect(claims.names == ["iss", "aud", "sub", "sid", "iat", "exp"])
            #expect(claims["iss"] == "shipmate" && claims["aud"] == "shipmate")
            #expect(claims["sub"]?.string == user.uid)
            let lifetime = (claims["exp"]?.integer ?? 0) - (claims["iat"]?.integer ?? 0)
            #expect(lifetime == 900)
        }
    }

    @Test func `knows its tokens again after a restart, and those of another server`() async throws {
        try await TestServer.with { server in
            let user = try server.client.signUp()
            let keys = try server.client.get("/.well-known/jwks.json")
            let other = try await TestServer.start(on: server.database)
            let outcome = await Result(catchingAsync: {
                #expect(try other.client.get("/v1/users/me", token: user.token).status == 200)
                #expect(try other.client.get("/.well-known/jwks.json").text == keys.text)
                let client = try other.client
                expect(
                    try client.send(
                        "POST", "/v1/sessions/refresh", ["refresh_token": .string(user.refreshToken)]), 200)
            })
            await other.stop()
            try outcome.get()
        }
    }

    @Test func `stops a revoked key within a second, in every process`() async throws {
        try await TestServer.with { server in
            let other = try await TestServer.start(on: server.database)
            let outcome = await Result(catchingAsync: {
                let key = try await server.key(.read)
                let clients = [try server.client, try server.client, try other.client, try other.client]
                for client in clients { #expect(try client.get("/v1/admin/stats", token: key).status == 200) }
                try await server.revoke(key: key)
                let isRevoked = try await soon {
                    try clients.allSatisfy { try $0.get("/v1/admin/stats", token: key).status == 401 }
                }
                #expect(isRevoked)
                for client in clients {
                    expectProblem(try client.get("/v1/admin/stats", token: key), 401, "unauthenticated")
                }
            })
            await other.stop()
            try outcome.get()
        }
    }

    @Test func `keeps no secret in the clear`() async throws {
        try await TestServer.with { server in
            let client = try server.client
            var user = try client.signUp()
            try client.link(&user, email: "ben@example.com")
            let key = try await server.key(.admin)
            let kept = try server.database.psql(
                """
                SELECT row_to_json(c) FROM credentials AS c;
                SELECT encode(token_hash, 'escape') FROM sessions;
                SELECT encode(secret_hash, 'escape'), k.* FROM api_keys AS k
                """)
            for secret in [TestClient.password, user.refreshToken, key, String(key.suffix(20))] {
                #expect(!kept.contains(secret))
            }
            #expect(kept.contains("$argon2id$"))
        }
    }
}

/// base64url without padding, RFC 4648 section 5.
private enum Base64 {
    static func url(_ bytes: [UInt8]) -> String {
        Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
            .replacing("=", with: "")
    }

    static func decoded(_ text: String) -> [UInt8]? {
        let standard = text.replacing("-", with: "+").replacing("_", with: "/")
        let padding = String(repeating: "=", count: (4 - standard.utf8.count % 4) % 4)
        return Data(base64Encoded: standard + padding).map { [UInt8]($0) }
    }
}
