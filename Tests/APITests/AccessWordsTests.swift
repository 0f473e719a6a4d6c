import Crypto
import HTTP
import JSON
import TestSupport
import Testing

/// What someone with the wrong kind of token is told: what it brought, and what is needed.
struct AccessWordsTests {
    @Test func `who brings the wrong kind of token is told what it brought, and what is needed`()
        async throws
    {
        var options = TestServer.Options()
        options.profile = .test
        try await TestServer.with(options) { server in
            let client = try server.client
            let user = try client.signUp()
            let tokens = [
                "a user's access token": user.token,
                "a key with the scope server": try await server.key(.server),
                "a key with the scope read": try await server.key(.read),
                "a key with the scope admin": try await server.key(.admin),
                "a key with the scope branch": try await server.key(.branch),
                "a key with the scope links": try await server.key(.links),
            ]
            for (caller, method, path, need) in [
                ("a user's access token", "GET", "/v1/admin/stats", Self.keyToRead),
                ("a user's access token", "POST", "/v1/users/\(user.uid)/redemptions", Self.serverKey),
                ("a user's access token", "GET", "/v1/users/\(user.uid)/balances", Self.serverKey),
                (
                    "a user's access token", "GET", "/v1/https%3A%2F%2Fgo.example.com%2Fcode/linkStats",
                    Self.anyKey
                ),
                (
                    "a key with the scope branch", "GET", "/v1/https%3A%2F%2Fgo.example.com%2Fcode/linkStats",
                    Self.anyKey
                ),
                ("a key with the scope links", "POST", "/v1/links", Self.linkMaker),
                ("a key with the scope server", "GET", "/v1/admin/stats", Self.keyToRead),
                ("a key with the scope server", "GET", "/v1/users/me", "A user's access token is needed."),
                ("a key with the scope read", "POST", "/v1/users/\(user.uid)/redemptions", Self.serverKey),
                ("a key with the scope read", "POST", "/v1/links", Self.linkMaker),
                ("a key with the scope admin", "POST", "/v1/events", Self.eventSender),
            ] {
                let reply = try client.send(method, path, token: tokens[caller])
                #expect(reply.status == 403)
                let detail = (reply.json["detail"] ?? reply.json["error"]?["message"])?.string
                #expect(detail?.hasSuffix("This is \(caller). \(need)") == true)
            }
        }
    }

    private static let keyToRead = "A key (sk_…) with the scope read or admin is needed."
    private static let serverKey = "A key (sk_…) with the scope server is needed."
    private static let anyKey = "A key (sk_…) with the scope server, read, admin or links is needed."
    private static let linkMaker =
        "A user's access token, or a key (sk_…) with the scope server or admin, is needed."
    private static let eventSender =
        "A user's access token, or a key (sk_…) with the scope server, is needed."
}
