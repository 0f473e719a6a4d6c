import Crypto
import JSON
import TestSupport
import Testing

/// Rules that pay players of a platform.
struct PlatformRuleTests {
    private static let mobile: JSONValue = [
        "name": "on-ios", "description": "Came to iOS", "when": [["platform": "ios"], ["referred": true]],
        "pay": [["to": "referrer", "currency": "pieces_of_eight", "amount": 7]], "state": "active",
    ]

    @Test func `pays once a player has used the platform, and says what is missing before`() async throws {
        try await TestServer.with { server in
            let caller = try DescribedClient(server)
            let admin = try await server.key(.admin)
            let rule = try caller.send("POST", RulesTests.path, 201, token: admin, Self.mobile)
            #expect(rule.json["rule"]?["when"]?[0] == ["platform": "ios"])
            let client = try server.client
            let anne = try client.signUp()
            let ben = try client.signUp(referredBy: anne.code)
            let key = try await server.key(.server)
            let reasons = try ["android", "ios", "ios"].map { platform in
                try client.event(
                    ["type": "platform_used", "platform": .string(platform), "uid": .string(ben.uid)],
                    token: key
                ).json["decisions"]?[2]?["reason"]
            }
            #expect(reasons == ["not_on_ios", "deserved", "decided_earlier"])
            let balances = try client.get("/v1/users/\(anne.uid)/balances", token: key)
            #expect(balances.json["balances"] == ["pieces_of_eight": 7])
        }
    }
}
