import HTTP
import JSON
import Limits
import TestSupport
import Testing

/// What Branch's calls for links cost, and whom: every copy of the app has the key.
struct BranchLinkLimitTests {
    private func withLimits(
        links: RateLimit? = nil, address: RateLimit? = nil,
        _ body: (TestServer, TestClient, Description) async throws -> Void
    ) async throws {
        var options = TestServer.Options()
        options.profile = try LegacyServer.profile()
        options.limits = RateLimits(
            signInFailuresPerAccount: nil, signInFailuresPerAddress: nil, signUpsPerAddress: nil,
            eventsPerUser: nil, linksPerUser: links, linkEventsPerAddress: address)
        try await TestServer.with(options) { server in
            let client = try server.client
            try await body(server, client, try Description(client))
        }
    }

    private func bulk(_ count: Int, _ client: TestClient) throws -> TestClient.Reply {
        let links = (0..<count).map { JSONValue.object([JSONMember("campaign", .string("spring \($0)"))]) }
        return try client.send("POST", "/v1/url/bulk/key_live_test", .array(links))
    }

    @Test func `many links at once cost as many units of the address as links`() async throws {
        try await withLimits(address: RateLimit(10, perSeconds: 3600)) { server, client, description in
            expect(try bulk(6, client), 200)
            let refused = try bulk(5, client)
            #expect(refused.legacyError == "429" && refused[header: "retry-after"] != nil, "\(refused.text)")
            description.check(refused, to: "POST", "/v1/url/bulk/{branch_key}")
            expect(try bulk(3, client), 200)
            // None at all costs one.
            expect(try bulk(0, client), 200)
            #expect(try bulk(0, client).legacyError == "429")
            #expect(try server.database.psql("SELECT count(*) FROM links") == "9")
        }
    }

    private func make(
        _ client: TestClient, _ identity: String, _ members: [String: JSONValue] = [:],
        headers: [String: String] = [:]
    ) throws -> TestClient.Reply {
        let body: [String: JSONValue] = ["branch_key": "key_live_test", "identity": .string(identity)]
        let all = body.merging(members) { $1 }.map { JSONMember($0.key, $0.value) }
        return try client.send("POST", "/v1/url", headers: headers, .object(all))
    }

    @Test func `without the secret an identity owns no link, and nothing is taken from its limit`()
        async throws
    {
        try await withLimits(links: RateLimit(1, perSeconds: 3600)) { server, client, _ in
            let anne = try client.signUp()
            for identity in [anne.uid, anne.code, anne.code] { expect(try make(client, identity), 200) }
            let many: JSONValue = [["identity": .string(anne.code)], ["identity": .string(anne.uid)]]
            expect(try client.send("POST", "/v1/url/bulk/key_live_test", many), 200)
            #expect(try server.database.psql("SELECT count(*), count(uid) FROM links") == "5|0")
            expect(try client.invite(token: anne.token), 201)
        }
    }

    @Test func `with the secret the link is the user's own, and counts towards its limit`() async throws {
        try await withLimits(links: RateLimit(3, perSeconds: 3600)) { server, client, description in
            let anne = try client.signUp()
            expect(try make(client, anne.uid, ["branch_secret": "secret_live_test"]), 200)
            let header = ["Access-Token": "secret_live_test"]
            expect(try make(client, anne.code, headers: header), 200)
            let one: JSONValue = [["identity": .string(anne.code)]]
            let many = try client.send("POST", "/v1/url/bulk/key_live_test", headers: header, one)
            expect(many, 200)
            description.check(many, to: "POST", "/v1/url/bulk/{branch_key}")
            #expect(
                try server.database.psql("SELECT count(*) FROM links WHERE uid = '\(anne.uid)'") == "3")
            #expect(try make(client, anne.uid, headers: header).legacyError == "429")
        }
    }

    @Test func `a wrong secret makes no link`() async throws {
        try await withLimits { server, client, _ in
            let anne = try client.signUp()
            #expect(try make(client, anne.uid, ["branch_secret": "x"]).legacyError == "400")
            #expect(try make(client, anne.uid, headers: ["Access-Token": "x"]).legacyError == "400")
            let some: JSONValue = [["identity": .string(anne.uid), "branch_secret": "x"], ["channel": "a"]]
            let many = try client.send("POST", "/v1/url/bulk/key_live_test", some)
            #expect(many.json.array?.map { $0["url"] != nil } == [false, true], "\(many.text)")
            #expect(try server.database.psql("SELECT count(*) FROM links") == "1")
        }
    }

    @Test func `an alias made with the secret is the same link without it`() async throws {
        try await withLimits { _, client, _ in
            let anne = try client.signUp()
            let alias: [String: JSONValue] = ["alias": "annes-link"]
            let first = alias.merging(["branch_secret": "secret_live_test"]) { $1 }
            expect(try make(client, anne.uid, first), 200)
            expect(try make(client, anne.uid, alias), 200)
            #expect(try make(client, try client.signUp().uid, alias).legacyError == "409")
        }
    }
}
