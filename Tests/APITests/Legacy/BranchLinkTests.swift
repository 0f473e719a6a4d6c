import HTTP
import JSON
import TestSupport
import Testing

/// Branch's link calls: the requests of its HTTP API's document, but for the host and the key.
struct BranchLinkTests {
    private static let key = "key_live_test"

    @Test func `makes the link of the document's example`() async throws {
        try await LegacyServer.with { server, client, description in
            let data =
                #"{"name": "Anne", "email": "anne@example.com", "user_id": "12346", "#
                + #""$deeplink_path": "article/jan/123", "$desktop_url": "https://branch.io"}"#
            let reply = try client.send(
                "POST", "/v1/url",
                [
                    "branch_key": .string(Self.key), "campaign": "new_product_annoucement",
                    "channel": "email",
                    "tags": ["monday", "test123"], "data": .string(data),
                ])
            expect(reply, 200)
            description.check(reply, to: "POST", "/v1/url")
            let url = try #require(reply.json["url"]?.string)
            #expect(url.hasPrefix("https://example.page.link/"))
            let encoded = url.replacing(":", with: "%3A").replacing("/", with: "%2F")
            let shown = try client.get("/v1/url?url=\(encoded)&branch_key=\(Self.key)")
            expect(shown, 200)
            description.check(shown, to: "GET", "/v1/url")
            #expect(shown.json["campaign"] == "new_product_annoucement" && shown.json["channel"] == "email")
            #expect(shown.json["tags"] == ["monday", "test123"] && shown.json["type"] == 0)
            #expect(shown.json["data"]?["$deeplink_path"] == "article/jan/123")
            #expect(shown.json["data"]?["url"]?.string == url)
        }
    }

    @Test func `takes an object as data, an alias, a type, what isn't known, and gives the same again`()
        async throws
    {
        try await LegacyServer.with { server, client, _ in
            let body: JSONValue = [
                "branch_key": .string(Self.key), "alias": "annes-link", "type": 1, "duration": 3600,
                "stage": "new user", "feature": "share", "data": ["$canonical_url": "https://example.com/a"],
            ]
            for _ in 0..<2 {
                let reply = try client.send("POST", "/v1/url", body)
                expect(reply, 200)
                #expect(reply.json["url"] == "https://example.page.link/annes-link")
            }
            let other = try client.send(
                "POST", "/v1/url", ["branch_key": .string(Self.key), "alias": "annes-link"])
            #expect(other.legacyError == "409", "\(other.text)")
            #expect(
                try server.database.psql("SELECT one_time, long_link FROM links")
                    == "t|https://example.page.link/?link=https%3A%2F%2Fexample.com%2Fa")
        }
    }

    @Test func `an identity's link invites in that user's name`() async throws {
        try await LegacyServer.with { server, client, _ in
            let anne = try client.signUp()
            for identity in [anne.uid, anne.code] {
                let reply = try client.send(
                    "POST", "/v1/url", ["branch_key": .string(Self.key), "identity": .string(identity)])
                expect(reply, 200)
                let claimed = try client.send(
                    "POST", "/v1/links/claim",
                    ["link": reply.json["url"] ?? .null, "device": ["platform": "ios"]])
                #expect(claimed.json["match"] == "unique", "\(claimed.text)")
                #expect(claimed.json["invitation"]?["referral_code"]?.string == anne.code)
            }
        }
    }

    @Test func `what Branch knew of a link and means nothing here is kept and given back`() async throws {
        try await LegacyServer.with { server, client, description in
            // Any text is the app's own id of somebody, also one that looks like one of ours.
            for (index, identity) in ["user 12346", newID(), "0000000000", "ä'\"{}"].enumerated() {
                let body: JSONValue = [
                    "branch_key": .string(Self.key), "alias": .string("kept-\(index)"), "type": 2,
                    "duration": "7200", "stage": "new user", "identity": .string(identity),
                ]
                let made = try client.send("POST", "/v1/url", body)
                expect(made, 200)
                expect(try client.send("POST", "/v1/url", body), 200)
                let shown = try client.get(BranchLinkChangeTests.path(made))
                description.check(shown, to: "GET", "/v1/url")
                #expect(shown.json["type"] == 2 && shown.json["duration"] == 7200, "\(shown.text)")
                #expect(shown.json["stage"] == "new user" && shown.json["identity"]?.string == identity)
                // Whoever comes through it is told of by that id, and invited by nobody that is known here.
                let session = try client.send(
                    "POST", "/v1/install",
                    ["branch_key": .string(Self.key), "universal_link_url": made.json["url"] ?? .null])
                #expect(session.json["referring_identity"]?.string == identity, "\(session.text)")
                #expect(session.json["referral_code"] == .null)
            }
            let none = try client.send("POST", "/v1/url", ["branch_key": .string(Self.key)])
            let shown = try client.get(BranchLinkChangeTests.path(none))
            #expect(
                shown.json["type"] == 0 && shown.json["duration"] == .null && shown.json["stage"] == .null)
            #expect(try server.database.psql("SELECT count(*) FROM links WHERE legacy IS NULL") == "1")
        }
    }

    @Test func `makes many, each alone`() async throws {
        try await LegacyServer.with { _, client, description in
            let reply = try client.send(
                "POST", "/v1/url/bulk/\(Self.key)",
                [
                    ["channel": "branch"], ["channel": "fb", "data": #"{ "$og_title": "deep linking" }"#],
                    ["data": ["$desktop_url": "https://evil.example.net/"]], ["tags": 5], 7,
                ])
            expect(reply, 200)
            description.check(reply, to: "POST", "/v1/url/bulk/{branch_key}")
            let results = try #require(reply.json.array)
            #expect(results.map { $0["url"] != nil } == [true, true, false, false, false])
            #expect(results.map { $0["error"] != nil } == [false, false, true, true, true])
        }
    }

    @Test func `makes many in one batch, and an alias that is taken fails alone`() async throws {
        try await LegacyServer.with { server, client, _ in
            let many = (0..<200).map { JSONValue.object([JSONMember("campaign", .string("spring \($0)"))]) }
            let aliases: [JSONValue] = [
                ["alias": "mine", "channel": "a"], ["alias": "mine", "channel": "b"],
                ["alias": "mine", "channel": "a"], ["tags": 5],
            ]
            let reply = try client.send("POST", "/v1/url/bulk/\(Self.key)", .array(many + aliases))
            expect(reply, 200)
            let results = try #require(reply.json.array)
            #expect(results.count == 204)
            #expect(Set(results.prefix(200).compactMap { $0["url"]?.string }).count == 200)
            #expect(results.suffix(4).map { $0["url"] != nil } == [true, false, true, false])
            #expect(results[200]["url"] == results[202]["url"] && results[201]["error"] != nil)
            #expect(try server.database.psql("SELECT count(*) FROM links") == "201")
            let lines = Set(try client.get("/metrics").text.split(separator: "\n"))
            #expect(lines.contains(#"shipmate_batch_commands_count{kind="links"} 1"#))
            #expect(lines.contains(#"shipmate_batch_commands_sum{kind="links"} 203.0"#))
        }
    }

    private static let wrong: [([String: JSONValue], String)] = [
        (["data": "{"], "/data: "), (["data": "[]"], "/data: "), (["data": 5], "/data: "),
        (["type": 3], "/type: "),
        (["alias": "a/b"], "/alias: "), (["alias": "v1"], "/alias: "), (["channel": 5], "/channel: "),
        (["duration": -1], "/duration: "), (["stage": 5], "/stage: "), (["identity": 5], "/identity: "),
        (["data": ["$desktop_url": "https://evil.example.net/"]], "/data/$desktop_url: "),
        (["data": ["$fallback_url": "https://evil.example.net/"]], "/data/$fallback_url: "),
        (["data": ["$canonical_url": "https://evil.example.net/"]], "/data/$canonical_url: "),
        (["data": ["$ios_url": "javascript:x"]], "/data/$ios_url: "),
    ]

    @Test func `says what is wrong as Branch did`() async throws {
        try await LegacyServer.with { server, client, description in
            for (members, message) in Self.wrong {
                let body = members.map { JSONMember($0.key, $0.value) }
                let reply = try client.send(
                    "POST", "/v1/url", .object([JSONMember("branch_key", .string(Self.key))] + body))
                #expect(reply.legacyError == "400" && reply.legacyMessage.contains(message), "\(reply.text)")
                description.check(reply, to: "POST", "/v1/url")
            }
            for key in ["", "key_live_other"] {
                let reply = try client.send("POST", "/v1/url", ["branch_key": .string(key)])
                #expect(reply.legacyError == "400" && reply.legacyMessage.contains("Branch key"))
            }
            #expect(try client.get("/v1/url?branch_key=\(Self.key)&url=x").legacyError == "404")
            #expect(try server.database.psql("SELECT count(*) FROM links") == "0")
        }
    }
}
