import HTTP
import JSON
import Links
import TestSupport
import Testing

@testable import API

/// `GET /v1/app`: what an app reads at its start.
struct AppTests {
    @Test func `tells an app its links, limits and features`() async throws {
        try await OpeningTests.withLinks { _, client, _ in
            let reply = try client.send("GET", "/v1/app?v=1")
            expect(reply, 200)
            #expect(reply[header: "cache-control"] == "public, max-age=300")
            #expect(reply.json["name"]?.string == "Pieces & Eight")
            #expect(reply.json["link_domains"] == ["go.example.com", "example.com"])
            #expect(reply.json["link_prefixes"]?.array?.first?.string == "https://go.example.com")
            #expect(reply.json["schemes"] == ["examplegame"])
            #expect(reply.json["clipboard_hand_off"] == true)
            #expect(reply.json["least_version"] == ["ios": .null, "android": .null])
            let limits: JSONValue = [
                "batch_events": 1000, "batch_body_bytes": 1_048_576, "body_bytes": 65_536,
                "event_age_seconds": .null,
            ]
            #expect(reply.json["limits"] == limits)
            #expect(reply.json["features"]?.array?.contains("invites") == true)
        }
    }

    @Test func `is there without links, and says what is off`() async throws {
        var options = TestServer.Options()
        options.api.takesUserEvents = false
        try await TestServer.with(options) { server in
            let reply = try server.client.send("GET", "/v1/app")
            expect(reply, 200)
            #expect(reply.json["name"] == .null)
            #expect(reply.json["link_domains"] == [])
            #expect(reply.json["clipboard_hand_off"] == false)
            #expect(reply.json["features"]?.array?.contains("user_events") == false)
            #expect(reply.json["features"]?.array?.contains("links") == false)
        }
    }

    @Test func `a profile's least versions are numbers`() throws {
        func read(_ version: String) throws(ProfileFile.Mistakes) -> AppProfile {
            let text = #"""
                {"name": "Game", "domain_uri_prefixes": ["https://go.example.com"],
                 "least_version": {"ios": "\#(version)"}}
                """#
            return try ProfileFile.read(Array(text.utf8))
        }
        #expect(try read("2.4.0").leastVersion == AppProfile.LeastVersion(ios: "2.4.0"))
        for version in ["", "2.", "v2", "1.2.3.4.5", "1234567"] {
            #expect(throws: ProfileFile.Mistakes.self) { try read(version) }
        }
    }
}
