import Crypto
import HTTP
import JSON
import Limits
import TestSupport
import Testing

/// How many links, claims and link events there may be, and what a caller past it is told.
struct LinkRateLimitTests {
    private static let two = RateLimit(2, perSeconds: 7_200)

    private func withLimits(
        links: RateLimit? = nil, claims: RateLimit? = nil, events: RateLimit? = nil, opens: RateLimit? = nil,
        _ body: (TestServer, TestClient) async throws -> Void
    ) async throws {
        var options = TestServer.Options.links
        options.limits = RateLimits(
            signInFailuresPerAccount: nil, signInFailuresPerAddress: nil, signUpsPerAddress: nil,
            eventsPerUser: nil, linksPerUser: links, linkClaimsPerAddress: claims,
            linkEventsPerAddress: events, linkOpensPerAddress: opens)
        try await TestServer.with(options) { server in try await body(server, try server.client) }
    }

    private func expectLimited(_ reply: TestClient.Reply, sourceLocation: SourceLocation = #_sourceLocation) {
        expectProblem(reply, 429, "too-many-requests", sourceLocation: sourceLocation)
        let seconds = reply[header: "retry-after"].flatMap { Int($0) } ?? 0
        #expect((1...3_600).contains(seconds), sourceLocation: sourceLocation)
    }

    @Test func `limits the links and invites of a user, and no key's`() async throws {
        try await withLimits(links: Self.two) { server, client in
            let anne = try client.signUp()
            expect(try client.makeLink(token: anne.token), 201)
            // What is refused is no link.
            expectProblem(try client.makeLink(["alias": ""], token: anne.token), 422, "validation")
            expect(try client.invite(token: anne.token), 201)
            expectLimited(try client.invite(token: anne.token))
            expectLimited(try client.makeLink(token: anne.token))
            expect(try client.makeLink(token: try client.signUp().token), 201)
            let key = try await server.key(.server)
            for _ in 0..<4 { expect(try client.makeLink(token: key), 201) }
        }
    }

    @Test func `limits the claims of an address`() async throws {
        try await withLimits(claims: Self.two) { _, client in
            let phone = Opener.iphone(at: "192.0.2.1")
            for _ in 0..<2 { expect(try client.claim(as: phone), 200) }
            expectLimited(try client.claim(as: phone))
            expect(try client.claim(as: .iphone(at: "192.0.2.2")), 200)
        }
    }

    @Test func `limits the clicks of an address that are stored: the link opens, and is counted`()
        async throws
    {
        try await withLimits(opens: Self.two) { server, client in
            let key = try await server.key(.server)
            let link = try client.shorten(["alias": "popular"], token: key)
            for _ in 0..<5 { #expect(try client.open(link, as: .android(at: "192.0.2.1")).status == 302) }
            #expect(try client.open(link, as: .android(at: "192.0.2.2")).status == 302)
            let counted = try await client.statistics(of: "popular", token: key) {
                $0["totals"]?["clicks"] == 6
            }
            #expect(counted["totals"]?["clicks"] == 6 && counted["totals"]?["redirects"] == 6)
            #expect(try server.database.psql("SELECT count(*) FROM clicks") == "3")
            let metrics = try client.get("/metrics").text
            #expect(
                try await eventually {
                    try client.get("/metrics").text.contains("shipmate_clicks_counted_total 3")
                },
                "\(metrics)")
        }
    }

    @Test func `limits the link events of an address`() async throws {
        try await withLimits(events: Self.two) { _, client in
            let body: JSONValue = ["link_click_id": .string(newID()), "event": "install"]
            for _ in 0..<2 {
                expectProblem(try client.send("POST", "/v1/links/events", body), 404, "click-not-found")
            }
            expectLimited(try client.send("POST", "/v1/links/events", body))
        }
    }
}
