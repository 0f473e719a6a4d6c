import Accounts
import HTTP
import JSON
import TestSupport
import Testing

@testable import API

/// `/docs` and `/`: what people read who have the service's address.
struct ReferenceTests {
    private static let page = ["Accept": "text/html"]

    @Test func `the reference tells of every call, and each of its links leads somewhere`() async throws {
        try await TestServer.with { server in
            let client = try server.client
            let reply = try client.send("GET", "/docs", headers: Self.page)
            #expect(reply.status == 200 && reply[header: "content-type"] == "text/html; charset=utf-8")
            #expect(reply.raw.body.count < 700_000, "\(reply.raw.body.count)")
            let ids = Set(reply.text.matches(of: #/ id="([^"]+)"/#).map { String($0.1) })
            let description = try Description(client)
            #expect(description.operations.count > 50)
            for operation in description.operations {
                #expect(ids.contains(operation.value["operationId"]?.string ?? "?"), "\(operation.name)")
            }
            let links = Set(reply.text.matches(of: #/ href="([^"]+)"/#).map { String($0.1) })
            for link in links where link.hasPrefix("#") {
                #expect(ids.contains(String(link.dropFirst())), "\(link)")
            }
            for path in links where !path.hasPrefix("#") {
                #expect(try client.send("GET", path, headers: Self.page).status == 200, "\(path)")
            }
            #expect(links.isSuperset(of: ProblemType.all.map(\.path)))
        }
    }

    @Test func `the reference loads nothing and runs nothing`() async throws {
        try await TestServer.with { server in
            for path in ["/docs", "/", "/problems/validation"] {
                let reply = try server.client.send("GET", path, headers: Self.page)
                #expect(
                    reply.text.firstMatch(of: /<(script|link|img|iframe|object|form)\b| (src|style|on\w+)=/)
                        == nil)
                #expect(
                    reply[header: "content-security-policy"]?.hasPrefix(
                        "default-src 'none'; style-src 'sha256-") == true)
            }
        }
    }

    @Test func `fields are told with their types, bounds and meanings, calls with a line to try`()
        async throws
    {
        try await TestServer.with { server in
            let text = try server.client.send("GET", "/docs", headers: Self.page).text
            let start = try #require(text.firstRange(of: " id=\"redeem\"")).upperBound
            let own = String(text[start...].split(separator: "<section", maxSplits: 1).first ?? "")
            #expect(own.contains(">POST</span> <code>/v1/users/{uid}/redemptions</code>"), "\(own)")
            #expect(own.contains("a key with the scope server"))
            #expect(own.contains("<code>amount</code>") && own.contains("integer, at least 1"))
            #expect(own.contains("/problems/insufficient-balance"))
            #expect(own.contains("curl -s &quot;$API/v1/users/$PLAYER/redemptions&quot;"))
            #expect(own.contains("-H &quot;Authorization: Bearer $KEY&quot;"))
        }
    }

    @Test func `the front page names the service and leads on`() async throws {
        try await TestServer.with { server in
            let client = try server.client
            let reply = try client.get("/")
            #expect(reply.status == 200 && reply.text.contains("<h1>Shipmate</h1>"))
            #expect(reply.text.contains(ProductVersion.current))
            for match in reply.text.matches(of: #/ href="([^"]+)"/#) {
                #expect(try client.get(String(match.1)).status == 200, "\(match.1)")
            }
        }
    }

    @Test func `on the link hosts these paths stay the links'`() async throws {
        try await OpeningTests.withLinks { _, client, key in
            let link = try client.shorten(["alias": "docs"], token: key)
            #expect(link == "https://go.example.com/docs")
            #expect(try client.visit(link, as: UserAgent.desktop).status == 302)
            let long = "https://go.example.com/?link=https://example.com/join"
            #expect(try client.visit(long, as: UserAgent.desktop).status == 302)
            for url in ["https://go.example.com/", "https://example.com/", "https://example.com/docs"] {
                #expect(try client.visit(url).status == 404, "\(url)")
            }
            #expect(try client.get("/docs").text.contains("Shipmate: every call"))
        }
    }
}
