import HTTP
import JSON
import TestSupport
import Testing

/// `PUT` and `DELETE /v1/url`.
struct BranchLinkChangeTests {
    private static let key = "key_live_test"

    static func path(_ made: TestClient.Reply) -> String {
        let url = made.json["url"]?.string ?? ""
        let encoded = url.replacing(":", with: "%3A").replacing("/", with: "%2F")
        return "/v1/url?url=\(encoded)&branch_key=\(Self.key)"
    }

    /// The document's own example.
    @Test func `an update keeps what it doesn't name, and answers with all there is`() async throws {
        try await LegacyServer.with { server, client, description in
            let made = try client.send(
                "POST", "/v1/url",
                [
                    "branch_key": .string(Self.key), "alias": "test-link", "channel": "facebook",
                    "feature": "share-button", "data": ["photo_id": "50", "valid": "true"],
                ])
            let change: JSONValue = [
                "branch_key": .string(Self.key), "branch_secret": "secret_live_test", "channel": "twitter",
                "campaign": "twitter-november-campaign",
                "data": [
                    "photo_id": "51", "photo_name": "John Smith",
                    "$og_image_url": "https://imgur.com/abcd",
                ],
            ]
            let reply = try client.send("PUT", Self.path(made), change)
            expect(reply, 200)
            description.check(reply, to: "PUT", "/v1/url")
            for (name, value) in [
                ("channel", "twitter"), ("campaign", "twitter-november-campaign"),
                ("feature", "share-button"), ("alias", "test-link"), ("type", 0),
            ] as [(String, JSONValue)] {
                #expect(reply.json[name] == value, "\(name): \(reply.text)")
            }
            let data = reply.json["data"]
            #expect(data?["photo_id"] == "51" && data?["valid"] == "true")
            #expect(data?["photo_name"] == "John Smith" && data?["~id"] == "test-link")
            #expect(data?["$og_image_url"] == "https://imgur.com/abcd")
            #expect(data?["url"] == "https://example.page.link/test-link")
            #expect(try await eventually { try client.get(Self.path(made)).json == reply.json })
            let audit = try server.database.psql("SELECT action, detail, before, after FROM audit_entries")
            #expect(audit.hasPrefix("link.rewrite|test-link|{\"link\":"), "\(audit)")
            #expect(audit.contains("facebook share-button") && audit.contains("twitter share-button"))
        }
    }

    @Test func `an update leads to where the data says, and whoever invited still does`() async throws {
        try await LegacyServer.with { _, client, _ in
            let anne = try client.signUp()
            let made = try client.send(
                "POST", "/v1/url",
                [
                    "branch_key": .string(Self.key), "identity": .string(anne.uid),
                    "data": ["$canonical_url": "https://example.com/a"],
                ])
            let link = try #require(made.json["url"]?.string)
            func opened() throws -> String? {
                try client.visit(link, as: UserAgent.desktop)[header: "location"]
            }
            #expect(try opened() == "https://example.com/a?invitedby=\(anne.code)")
            let reply = try client.send(
                "PUT", Self.path(made),
                [
                    "branch_key": .string(Self.key), "branch_secret": "secret_live_test",
                    "data": ["$canonical_url": "https://example.com/b"],
                ])
            expect(reply, 200)
            #expect(try await eventually { try opened() == "https://example.com/b?invitedby=\(anne.code)" })
        }
    }

    @Test func `what can't be changed is named`() async throws {
        try await LegacyServer.with { server, client, description in
            let made = try client.send(
                "POST", "/v1/url", ["branch_key": .string(Self.key), "alias": "fixed", "identity": "anne"])
            func put(_ members: [String: JSONValue], to path: String? = nil) throws -> TestClient.Reply {
                let all = ["branch_key": .string(Self.key), "branch_secret": "secret_live_test"].merging(
                    members
                ) {
                    $1
                }
                let reply = try client.send("PUT", path ?? Self.path(made), .object(all))
                description.check(reply, to: "PUT", "/v1/url")
                return reply
            }
            for (members, message) in [
                (["alias": "other"], "/alias: "), (["type": 1], "/type: "),
                (["identity": "ben"], "/identity: "),
                (["channel": 5], "/channel: "), (["data": "["], "/data: "),
                (["data": ["$canonical_url": "https://evil.example.net/"]], "/data/$canonical_url: "),
                (["data": ["$desktop_url": "https://evil.example.net/"]], "/data/$desktop_url: "),
                (["branch_secret": "x"], "Branch key"), (["branch_key": "x"], "Branch key"),
            ] as [([String: JSONValue], String)] {
                let reply = try put(members)
                #expect(
                    reply.legacyError == "400" && reply.legacyMessage.hasPrefix(message)
                        || message == "Branch key"
                            && reply.legacyMessage.contains(message),
                    "\(reply.text)")
            }
            expect(try put(["alias": "fixed", "type": 0, "identity": "anne"]), 200)
            #expect(
                try put([:], to: "/v1/url?url=https%3A%2F%2Fexample.page.link%2Fnobody").legacyError == "404")
            // The same invite again must be the same invite.
            let anne = try client.signUp()
            let invite = try client.invite(token: anne.token).shortLink
            let path = "/v1/url?url=" + invite.replacing(":", with: "%3A").replacing("/", with: "%2F")
            #expect(try put(["channel": "x"], to: path).legacyMessage.hasPrefix("/url: "))
            let shortened = try client.send(
                "POST", "/v1/shortLinks?key=AIzaTestKey",
                ["dynamicLinkInfo": ["link": "https://example.com/"]])
            let short = shortened.json["shortLink"]?.string ?? ""
            let same = "/v1/url?url=" + short.replacing(":", with: "%3A").replacing("/", with: "%2F")
            #expect(try put(["channel": "x"], to: same).legacyMessage.hasPrefix("/url: "))
            #expect(
                try server.database.psql("SELECT count(*) FROM audit_entries WHERE action = 'link.rewrite'")
                    == "1")
        }
    }

    @Test func `two who change one link at once both have their say`() async throws {
        try await LegacyServer.with { server, client, _ in
            let made = try client.send(
                "POST", "/v1/url", ["branch_key": .string(Self.key), "alias": "both", "data": ["n": 0]])
            let clients = try (0..<6).map { _ in try server.client }
            for (index, client) in clients.enumerated() {
                try client.post(
                    "PUT", Self.path(made),
                    [
                        "branch_key": .string(Self.key), "branch_secret": "secret_live_test",
                        "data": .object([JSONMember("n\(index)", .integer(Int64(index)))]),
                    ])
            }
            for client in clients { expect(try client.reply(), 200) }
            let data = try server.database.psql("SELECT data FROM links")
            for index in 0..<6 { #expect(data.contains("\"n\(index)\":\(index)"), "\(data)") }
        }
    }

    @Test func `a deleted link is gone, and its alias taken`() async throws {
        try await LegacyServer.with { server, client, description in
            let body: JSONValue = ["branch_key": .string(Self.key), "alias": "gone"]
            let made = try client.send("POST", "/v1/url", body)
            let link = "https://example.page.link/gone"
            let path = Self.path(made).replacing("branch_key", with: "app_id")
            for headers in [[:], ["Access-Token": "x"]] {
                #expect(try client.send("DELETE", path, headers: headers).legacyError == "400")
            }
            let token = ["Access-Token": "secret_live_test"]
            let reply = try client.send("DELETE", path, headers: token)
            expect(reply, 200)
            description.check(reply, to: "DELETE", "/v1/url")
            #expect(reply.json == ["url": .string(link), "deleted": true])
            #expect(try client.send("DELETE", path, headers: token).legacyError == "404")
            #expect(try await eventually { try client.get(Self.path(made)).legacyError == "404" })
            #expect(try client.visit(link, as: UserAgent.iPhone).status == 404)
            #expect(try client.send("POST", "/v1/url", body).legacyError == "409")
            #expect(try server.database.psql("SELECT action FROM audit_entries") == "link.off")
        }
    }
}
