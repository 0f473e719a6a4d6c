import HTTP
import JSON
import TestSupport
import Testing

/// `POST /v1/install` and `/v1/open`, as Branch's SDKs send them.
struct BranchSessionTests {
    private static let key = "key_live_test"

    /// What the iOS SDK sends with each of them, the link apart.
    private static let device: [String: JSONValue] = [
        "branch_key": "key_live_test", "hardware_id": "A0B1", "hardware_id_type": "vendor_id",
        "is_hardware_id_real": true, "brand": "Apple", "model": "iPhone15,2", "os": "iOS",
        "os_version": "17.4",
        "screen_width": 1179, "screen_height": 2556, "screen_dpi": 3, "language": "en", "country": "US",
        "ios_bundle_id": "com.example.game", "uri_scheme": "examplegame", "app_version": "1.0", "update": 0,
        "latest_install_time": 1_711_000_000_000, "debug": false, "sdk": "ios3.4.1", "retryNumber": 0,
    ]

    private struct Cast {
        let client: TestClient
        let description: Description
        let anne: TestUser
        let link: String

        func start(_ path: String, _ members: [String: JSONValue] = [:]) throws -> TestClient.Reply {
            let reply = try client.send(
                "POST", path, headers: ["X-Forwarded-For": "192.0.2.1"],
                .object(BranchSessionTests.device.merging(members) { $1 }))
            expect(reply, 200)
            description.check(reply, to: "POST", path)
            return reply
        }
    }

    private func withCast(_ body: (Cast) async throws -> Void) async throws {
        try await TestServer.with(.links) { server in
            let client = try server.client
            let anne = try client.signUp()
            let made = try client.send(
                "POST", "/v1/url",
                [
                    "branch_key": .string(Self.key), "identity": .string(anne.uid), "channel": "sms",
                    "feature": "invite", "campaign": "summer", "stage": "new", "tags": ["a"],
                    "data": ["$deeplink_path": "ships/1", "photo": 5, "+clicked_branch_link": false],
                ])
            try await body(
                Cast(
                    client: client, description: try Description(client), anne: anne,
                    link: try #require(made.json["url"]?.string)))
        }
    }

    private func data(_ reply: TestClient.Reply) throws -> JSONValue {
        try JSONParser.parse(Array((reply.json["data"]?.string ?? "").utf8))
    }

    @Test func `an install through a link is told all that the link says`() async throws {
        try await withCast { cast in
            let page = try cast.client.open(cast.link, as: .iphone(at: "192.0.2.1")).text
            let click = try #require(page.firstMatch(of: /link_click_id=([0-9a-f-]{36})/)).1
            let reply = try cast.start("/v1/install", ["link_identifier": .string(String(click))])
            let told = try data(reply)
            for (name, value) in [
                ("+clicked_branch_link", true), ("+is_first_session", true), ("+match_guaranteed", true),
                ("~channel", "sms"), ("~feature", "invite"), ("~campaign", "summer"), ("~stage", "new"),
                ("~tags", ["a"]), ("~referring_link", .string(cast.link)), ("photo", 5),
                ("$deeplink_path", "ships/1"), ("+referrer", .string(cast.anne.uid)),
            ] as [(String, JSONValue)] {
                #expect(told[name] == value, "\(name): \(reply.text)")
            }
            #expect(reply.json["referring_identity"]?.string == cast.anne.uid)
            #expect(reply.json["referral_code"]?.string == cast.anne.code && reply.json["match"] == "unique")
            #expect(reply.json["link_click_id"]?.string == String(click))
            // Its ids come again with the next call.
            let ids = ["randomized_bundle_token", "randomized_device_token"]
            let sent = Dictionary(uniqueKeysWithValues: ids.map { ($0, reply.json[$0] ?? .null) })
            let opened = try cast.start("/v1/open", sent)
            for id in ids { #expect(opened.json[id] == sent[id] && sent[id]?.string?.count == 18) }
            #expect(opened.json["session_id"] != reply.json["session_id"])
            // A click is claimed once.
            let again = try cast.start("/v1/install", ["link_identifier": .string(String(click))])
            #expect(try data(again) == ["+clicked_branch_link": false, "+is_first_session": true])
        }
    }

    @Test func `an install that brings nothing is guessed by its device, and an open is not`() async throws {
        try await withCast { cast in
            _ = try cast.client.open(cast.link, as: .iphone(at: "192.0.2.1"))
            let opened = try cast.start("/v1/open")
            #expect(try data(opened) == ["+clicked_branch_link": false, "+is_first_session": false])
            #expect(opened.json["match"] == "none" && opened.json["referring_link"] == .null)
            let found = try await eventually {
                let reply = try cast.start("/v1/install")
                return try data(reply)["+match_guaranteed"] == false && reply.json["match"] == "default"
            }
            #expect(found)
        }
    }

    @Test func `an open through a link is told of it each time, by whatever name the link comes`()
        async throws
    {
        try await withCast { cast in
            for name in ["universal_link_url", "android_app_link_url", "external_intent_uri", "local_url"] {
                let reply = try cast.start("/v1/open", [name: .string(cast.link + "?utm_source=x")])
                let told = try data(reply)
                #expect(told["+clicked_branch_link"] == true && told["+is_first_session"] == false, "\(name)")
                #expect(told["$deeplink_path"] == "ships/1")
            }
            let elsewhere = try cast.start("/v1/open", ["universal_link_url": "https://elsewhere.example/x"])
            #expect(try data(elsewhere)["+clicked_branch_link"] == false)
        }
    }

    @Test func `a wrong key or a wrong field is told as Branch told it`() async throws {
        try await withCast { cast in
            for path in ["/v1/install", "/v1/open"] {
                for (body, message): (JSONValue, String) in [
                    ([:], "Branch key"), (["branch_key": "x"], "Branch key"), ([5], "object"),
                    (["branch_key": "key_live_test", "os": 5], "/os: "),
                    (["branch_key": "key_live_test", "link_identifier": []], "/link_identifier: "),
                    (["branch_key": "key_live_test", "identity": true], "/identity: "),
                ] {
                    let reply = try cast.client.send("POST", path, body)
                    #expect(
                        reply.legacyError == "400" && reply.legacyMessage.contains(message), "\(reply.text)")
                }
            }
        }
    }

    @Test func `calls of Branch's that mean nothing here are refused in its form, and no other`() async throws
    {
        try await withCast { cast in
            for (method, path) in [
                ("POST", "/v1/close"), ("POST", "/v1/profile"), ("POST", "/v1/logout"),
                ("POST", "/v1/eventresponse"), ("GET", "/v1/app/key_live_test"),
                ("PUT", "/v1/app/key_live_test"), ("GET", "/v1/referrals/5"), ("POST", "/v1/applycode/X"),
                ("POST", "/v2/event/other"),
            ] {
                let reply = try cast.client.send(method, path, method == "GET" ? nil : ["branch_key": "x"])
                #expect(reply.legacyError == "404" && reply.json["type"] == nil, "\(path): \(reply.text)")
                #expect(reply.legacyMessage.contains(method))
            }
            for path in ["/v1/open", "/v1/event", "/v2/event/custom", "/v1/reconcile"] {
                #expect(try cast.client.get(path).legacyError == "405")
            }
        }
    }
}
