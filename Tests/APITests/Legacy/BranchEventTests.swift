import HTTP
import JSON
import TestSupport
import Testing

/// `POST /v1/event` and `/v2/event/custom|standard`: milestones of the user that they name.
struct BranchEventTests {
    private static let keys: [String: JSONValue] = [
        "branch_key": "key_live_test", "branch_secret": "secret_live_test",
    ]

    /// The documents' own examples, but for who it was, and the secret.
    private static func v1(_ identity: String, _ event: String = "done") -> [String: JSONValue] {
        [
            "identity": .string(identity), "event": .string(event),
            "metadata": ["hello": "world", "custom_data": "this"],
        ]
    }

    private static func v2(_ identity: String, _ name: String) -> [String: JSONValue] {
        [
            "name": .string(name), "customer_event_alias": "my custom alias",
            "user_data": [
                "os": "Android", "os_version": 25, "environment": "FULL_APP",
                "aaid": "abcdabcd-0123-0123-00f0-000000000000", "android_id": "a12300000000",
                "limit_ad_tracking": false, "developer_identity": .string(identity), "country": "US",
                "language": "en", "local_ip": "192.168.1.2", "brand": "LGE", "app_version": "1.0.0",
                "model": "Nexus 5X", "screen_dpi": 420, "screen_height": 1794, "screen_width": 1080,
            ],
            "custom_data": ["foo": "bar"], "metadata": [:],
        ]
    }

    private func send(
        _ path: String, _ members: [String: JSONValue], _ client: TestClient,
        keys: [String: JSONValue] = keys
    ) throws -> TestClient.Reply {
        try client.send("POST", path, .object(members.merging(keys) { $1 }))
    }

    @Test func `an event is a milestone of the user that it names, once`() async throws {
        try await LegacyServer.with { server, client, description in
            let anne = try client.signUp()
            for (path, body, reply) in [
                ("/v1/event", Self.v1(anne.uid), "{}"), ("/v1/event", Self.v1(anne.code, "2nd Run!"), "{}"),
                ("/v2/event/custom", Self.v2(anne.uid, "picture swiped"), #"{"branch_view_enabled":false}"#),
                (
                    "/v2/event/standard", Self.v2(anne.code, "COMPLETE_TUTORIAL"),
                    #"{"branch_view_enabled":false}"#
                ),
            ] {
                for _ in 1...2 {
                    let answer = try send(path, body, client)
                    #expect(answer.status == 200 && answer.text == reply, "\(answer.text)")
                    description.check(answer, to: "POST", path)
                }
            }
            let events = try server.database.psql(
                "SELECT type, milestone FROM events WHERE uid = '\(anne.uid)' ORDER BY received_at")
            #expect(
                events.split(separator: "\n") == [
                    "milestone_reached|done", "milestone_reached|event_2nd_run",
                    "milestone_reached|picture_swiped", "milestone_reached|complete_tutorial",
                ])
        }
    }

    @Test func `what is wrong is named as it was sent`() async throws {
        try await LegacyServer.with { server, client, description in
            let anne = try client.signUp()
            let (first, custom, standard) = ("/v1/event", "/v2/event/custom", "/v2/event/standard")
            var nameless = Self.v2(anne.uid, "x")
            nameless["name"] = nil
            for (path, body, message) in [
                (first, Self.v1("user 5"), "/identity: "), (first, Self.v1(newID()), "/identity: "),
                (first, ["identity": .string(anne.uid)], "/event: "),
                (first, Self.v1(anne.uid, "ä!"), "/event: "),
                (first, Self.v1(anne.uid, String(repeating: "x", count: 64)), "/event: "),
                (custom, Self.v2("user123", "x"), "/user_data/developer_identity: "),
                (custom, ["name": "x"], "/user_data: "),
                (custom, ["name": "x", "user_data": [:]], "/user_data/developer_identity: "),
                (custom, ["name": "x", "user_data": 5], "/user_data: "),
                (
                    custom, ["name": "x", "user_data": ["developer_identity": 5]],
                    "/user_data/developer_identity: "
                ),
                (custom, nameless, "/name: "), (standard, Self.v2(anne.uid, "picture swiped"), "/name: "),
            ] {
                let reply = try send(path, body, client)
                #expect(reply.legacyError == "400" && reply.legacyMessage.hasPrefix(message), "\(reply.text)")
                description.check(reply, to: "POST", path)
            }
            // Everybody who has the app has the key; milestones are worth money.
            for keys: [String: JSONValue] in [
                [:], ["branch_key": "key_live_test"], ["branch_key": "key_live_test", "branch_secret": "x"],
                ["branch_key": "x", "branch_secret": "secret_live_test"],
            ] {
                let reply = try send(first, Self.v1(anne.uid), client, keys: keys)
                #expect(reply.legacyError == "400" && reply.legacyMessage.contains("Branch key"))
            }
            #expect(try server.database.psql("SELECT count(*) FROM events") == "0")
        }
    }
}
