import Foundation
import ShipmateTesting
import Testing

/// A stranger's tests: they know the API and the trait, and nothing of the server.
@Suite(.shipmate) struct StoryTests {
    private let app = ShipmateApp.current

    private static func rule() -> ShipmateApp.JSON {
        [
            "name": "tutorial", "description": "Finished the tutorial", "state": "active",
            "when": [["milestone": "tutorial_completed"], ["referred": true]],
            "pay": [["to": "referrer", "currency": "pieces_of_eight", "amount": 100]],
            "hold": ["hours": 48], "limits": ["budget": 1_000_000],
        ]
    }

    @Test func `a referral is paid after its hold, and a lost reply costs no account`() async throws {
        let began = ContinuousClock.now
        try await app.call("POST", "/v1/admin/rules", Self.rule(), token: app.adminKey)
        let anne = try await app.call("POST", "/v1/users", [:])
        let code = try #require(part(anne, "user", "referral_code"))
        let ben = try await app.call("POST", "/v1/users", ["referred_by": code])
        let event = ["id": UUID().uuidString, "type": "milestone_reached", "milestone": "tutorial_completed"]
        try await app.call("POST", "/v1/events", event, token: part(ben, "session", "access_token"))
        #expect(try await app.advance("49h")["released"] as? Int == 1)
        let token = try #require(part(anne, "session", "refresh_token"))
        try await app.fault("POST /v1/sessions/refresh", ["do": "lose_reply"])
        await #expect(throws: URLError.self) { try await refresh(token) }
        let session = try await refresh(token)
        let balances = try await app.call(
            "GET", "/v1/users/me/balances", token: part(session, "session", "access_token"))
        #expect((balances["balances"] as? [String: Any])?["pieces_of_eight"] as? Int == 100)
        print("took \(ContinuousClock.now - began)")
    }

    @Test func `the clock moves forward only`() async throws {
        try await app.freeze()
        await #expect(throws: ShipmateRefusal.self) { try await app.advance("-1h") }
    }

    @Test func `players have the same uid in each run`() async throws {
        let first = try await app.seed([["name": "anne"]])
        try await app.reset()
        let second = try await app.seed([["name": "anne"]])
        #expect(first["anne"]?["uid"] as? String == second["anne"]?["uid"] as? String)
    }

    private func refresh(_ token: String) async throws -> ShipmateApp.JSON {
        try await app.call("POST", "/v1/sessions/refresh", ["refresh_token": token])
    }

    private func part(_ reply: ShipmateApp.JSON, _ object: String, _ name: String) -> String? {
        (reply[object] as? [String: Any])?[name] as? String
    }
}
