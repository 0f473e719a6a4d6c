import API
import Console
import Crypto
import EventLoops
import HTTP
import Links
import TestSupport
import Testing

/// Signing in to the console with a key, and the walls around it.
struct ConsoleSignInTests {
    @Test func `a page asks for a sign-in, which leads back to it`() async throws {
        try await TestServer.with { server in
            let client = try ConsoleClient(server)
            let asked = try client.get("/admin/players?q=anne")
            #expect(asked.status == 303)
            #expect(asked["location"] == "/admin/sign-in?next=%2Fadmin%2Fplayers%3Fq%3Danne")
            let key = try await server.key(.admin)
            let fields = ["api_key": key, "next": "/admin/players?q=anne"]
            let reply = try client.submit("/admin/sign-in", fields)
            #expect(reply.status == 303)
            #expect(reply["location"] == "/admin/players?q=anne")
            let cookie = try #require(reply["set-cookie"])
            #expect(cookie.hasPrefix("shipmate_console="))
            for part in ["; HttpOnly", "; SameSite=Strict", "; Path=/", "; Max-Age=28800"] {
                #expect(cookie.contains(part))
            }
            #expect(try client.get("/admin").status == 200)
        }
    }

    @Test func `a wrong key, or one of another scope, is refused`() async throws {
        try await TestServer.with { server in
            let client = try ConsoleClient(server)
            var keys = ["sk_admin_nonsense", " "]
            for scope in [.server, .links, .branch] as [APIKey.Scope] {
                keys.append(try await server.key(scope))
            }
            for key in keys {
                let reply = try client.submit("/admin/sign-in", ["api_key": key])
                #expect(reply.status == 401)
                #expect(reply["set-cookie"] == nil)
                #expect(reply.text.contains("The sign-in failed"))
                #expect(!reply.text.contains(key) || key == " ")
            }
            #expect(try client.get("/admin").status == 303)
        }
    }

    @Test(arguments: ["//evil.example", "https://evil.example", "/v1/users", "/admin/sign-in", "/adminx"])
    func `no other page follows a sign-in`(_ next: String) async throws {
        try await TestServer.with { server in
            let fields = ["api_key": try await server.key(.admin), "next": next]
            let reply = try ConsoleClient(server).submit("/admin/sign-in", fields)
            #expect(reply["location"] == "/admin")
        }
    }

    @Test func `signing out ends the session, also for one who kept the cookie`() async throws {
        try await TestServer.with { server in
            let client = try ConsoleClient.signedIn(server, try await server.key(.admin))
            let (kept, token) = (client.cookie, try client.formToken())
            #expect(try client.submit("/admin/sign-out", ["form_token": token]).status == 303)
            #expect(client.cookie == nil)
            client.cookie = kept
            #expect(try client.get("/admin").status == 303)
        }
    }

    @Test func `a form without the session's token, or of another site, does nothing`() async throws {
        try await TestServer.with { server in
            let client = try ConsoleClient.signedIn(server, try await server.key(.admin))
            let token = try client.formToken()
            #expect(try client.submit("/admin/sign-out", [:]).status == 403)
            #expect(try client.submit("/admin/sign-out", ["form_token": token + "x"]).status == 403)
            for headers in [
                ["Origin": "https://evil.example"], ["Sec-Fetch-Site": "cross-site"], ["Origin": "null"],
            ] {
                let reply = try client.submit("/admin/sign-out", ["form_token": token], headers: headers)
                #expect(reply.status == 403)
            }
            #expect(try client.get("/admin").status == 200)
        }
    }

    @Test func `in plain HTTP it is served to this machine by its own name alone`() async throws {
        try await TestServer.with { server in
            let client = try ConsoleClient.signedIn(server, try await server.key(.admin))
            client.host = "rebound.example"
            #expect(try client.get("/admin").status == 403)
            client.host = "localhost"
            let forwarded = try client.get("/admin", headers: ["X-Forwarded-For": "203.0.113.7"])
            #expect(forwarded.status == 403)
            #expect(forwarded.text.contains("SHIPMATE_PUBLIC_URL"))
        }
    }

    @Test func `behind a proxy it is served at the public address, and its cookie is for that host`()
        async throws
    {
        var options = TestServer.Options()
        options.console = ConsoleConfiguration(
            publicURL: "https://api.example", clientAddress: ClientAddress(forwardedHops: 1),
            allowed: AddressList("203.0.113.0/24"))
        options.api.forwardedHops = 1
        try await TestServer.with(options) { server in
            let (client, key) = (try ConsoleClient(server), try await server.key(.admin))
            client.host = "api.example"
            var headers = ["X-Forwarded-For": "203.0.113.7", "Origin": "https://api.example"]
            let reply = try client.submit("/admin/sign-in", ["api_key": key], headers: headers)
            #expect(reply.status == 303)
            let cookie = try #require(reply["set-cookie"])
            #expect(cookie.hasPrefix("__Host-shipmate_console=") && cookie.contains("; Secure"))
            #expect(try client.get("/admin", headers: headers).status == 200)
            headers["X-Forwarded-For"] = "198.51.100.1"
            let refused = try client.get("/admin", headers: headers)
            #expect(refused.status == 403)
            #expect(refused.text.contains("SHIPMATE_ADMIN_ADDRESSES"))
            client.host = "other.example"
            headers["X-Forwarded-For"] = "203.0.113.7"
            #expect(try client.get("/admin", headers: headers).text.contains("https://api.example/admin"))
        }
    }

    @Test func `link hosts have no console`() async throws {
        var options = TestServer.Options()
        options.profile = .test
        try await TestServer.with(options) { server in
            let client = try ConsoleClient(server)
            client.host = "go.example.com"
            for path in ["/admin/sign-in", "/admin/players"] {
                #expect(try client.get(path).status == 404)
            }
            #expect(!(try client.get("/admin").text.contains("Sign in to Shipmate")))
        }
    }

    @Test func `a link from another site finds the session through a page that loads again`() async throws {
        try await TestServer.with { server in
            let reply = try ConsoleClient(server).get("/admin", headers: ["Sec-Fetch-Site": "cross-site"])
            #expect(reply.status == 200)
            #expect(reply.text.contains("http-equiv=\"refresh\""))
        }
    }
}
