import API
import EventLoops
import JSON
import Limits
import TestSupport
import Testing

@testable import HTTP

/// Whose request it is behind a proxy.
struct ClientAddressTests {
    static let read: [(String, String)] = [
        ("203.0.113.9", "203.0.113.9"), (" 203.0.113.9\t", "203.0.113.9"),
        ("203.0.113.9:4711", "203.0.113.9"), ("2001:db8::1", "2001:db8::1"),
        ("2001:DB8:0:0::1", "2001:db8::1"), ("[2001:db8::1]", "2001:db8::1"),
        ("[2001:db8::1]:4711", "2001:db8::1"), ("\"[2001:db8::1]:4711\"", "2001:db8::1"),
        ("::ffff:203.0.113.9", "::ffff:203.0.113.9"),
    ]

    @Test(arguments: read) func `reads an address however a proxy writes it`(entry: String, address: String) {
        #expect(ClientAddress.address(in: entry[...])?.description == address)
    }

    @Test(arguments: [
        "unknown", "_hidden", "_SEVKISEK", "example.com", "", "203.0.113", "203.0.113.9:", "203.0.113.9:x",
        "203.0.113.9:70000", "203.0.113.9:+1", "203.0.113.9 203.0.113.10", "[2001:db8::1", "[203.0.113.9]",
        "[2001:db8::1]4711", "[2001:db8::1]:", "2001:db8::1::", "[]", "[", "]", "fe80::1%eth0", "0x7f000001",
        "203.0.113.09", "::ffff:203.0.113.9:1",
    ]) func `reads none in what is none`(entry: String) {
        #expect(ClientAddress.address(in: entry[...]) == nil)
    }

    private func signUps(_ client: TestClient, _ entries: [String]) throws -> [Int] {
        try entries.map {
            try client.send("POST", "/v1/users", headers: ["X-Forwarded-For": $0], [:]).status
        }
    }

    @Test func `gives no new allowance for another port, spelling or what is no address`() async throws {
        var options = TestServer.Options()
        options.api.forwardedHops = 1
        options.limits = RateLimits(
            signInFailuresPerAccount: nil, signInFailuresPerAddress: nil,
            signUpsPerAddress: RateLimit(2, perSeconds: 3_600), eventsPerUser: nil)
        try await TestServer.with(options) { server in
            let client = try server.client
            let limited = [201, 201, 429]
            #expect(try signUps(client, ["203.0.113.9:1", "203.0.113.9:2", "::ffff:203.0.113.9"]) == limited)
            #expect(try signUps(client, ["[2001:db8::1]:1", "[2001:db8::2]", "2001:DB8::3"]) == limited)
            #expect(try signUps(client, ["unknown", "_a", "nobody.example"]) == limited)
            #expect(try signUps(client, ["198.51.100.1, 203.0.113.9", "203.0.113.10"]) == [429, 201])
            let metrics = try client.get("/metrics").text
            #expect(metrics.contains("shipmate_forwarded_unread_total 3\n"))
        }
    }
}
