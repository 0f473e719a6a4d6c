import HTTP
import JSON
import TestSupport
import Testing
import WebClient

/// An issuer over HTTPS, and a server that takes its tokens under the name `ours`.
struct IdentityCast {
    static let path = "/v1/users/me/identities/ours"

    let issuer: TestIssuer
    let server: TestServer
    let client: TestClient

    static func with(
        keys: String = "rsa-1 ec-1 ok-1", isBearer: Bool = false, addresses: AddressFilter = .any,
        _ change: (inout TestServer.Options) -> Void = { _ in },
        _ body: (IdentityCast) async throws -> Void
    ) async throws {
        try await moveToBlockingThread()
        let issuer = try TestIssuer(keys: keys)
        var options = TestServer.Options()
        options.providers = [issuer.provider(isBearer: isBearer, addresses: addresses)]
        change(&options)
        try await TestServer.with(options) { server in
            try await body(IdentityCast(issuer: issuer, server: server, client: try server.client))
        }
    }

    func link(_ user: TestUser, _ token: String, nonce: String? = nil) throws -> TestClient.Reply {
        try client.send("PUT", Self.path, token: user.token, body(token, nonce))
    }

    /// Links as the owner of an account does, who shows another token.
    func link(_ user: TestUser, _ token: String, showing proof: [String: JSONValue]) throws
        -> TestClient.Reply
    {
        var body = proof
        body["id_token"] = .string(token)
        return try client.send(
            "PUT", Self.path, token: user.token, .object(body.map { JSONMember($0.key, $0.value) }))
    }

    /// Takes the identity off, showing a password or a token.
    func unlink(_ user: TestUser, showing proof: JSONValue = [:]) throws -> TestClient.Reply {
        try client.send("DELETE", Self.path, token: user.token, proof)
    }

    /// A fresh token of an identity, as proof.
    func proof(of subject: String) throws -> JSONValue {
        let token = try issuer.token(of: subject, #","jti":"\#(newID())""#)
        return ["proof": ["provider": "ours", "id_token": .string(token)]]
    }

    static let password: [String: JSONValue] = ["password": .string(TestClient.password)]

    func signIn(_ token: String, nonce: String? = nil) throws -> TestClient.Reply {
        var members = body(token, nonce).members
        members.append(JSONMember("provider", "ours"))
        return try client.send("POST", "/v1/sessions", .object(members))
    }

    /// A call of the issuer's own player.
    func me(_ token: String) throws -> TestClient.Reply {
        try client.get("/v1/users/me", token: token)
    }

    func make(_ token: String, _ body: JSONValue = [:]) throws -> TestClient.Reply {
        try client.send("POST", "/v1/users", token: token, body)
    }

    private func body(_ token: String, _ nonce: String?) -> JSONValue {
        .object(
            [JSONMember("id_token", .string(token))]
                + (nonce.map { [JSONMember("nonce", .string($0))] } ?? []))
    }
}

extension JSONValue {
    fileprivate var members: [JSONMember] {
        if case .object(let members) = self { members } else { [] }
    }
}
