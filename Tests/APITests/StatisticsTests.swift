import Crypto
import HTTP
import JSON
import TestSupport
import Testing

struct StatisticsTests {
    /// Sums that leave 64 bits are held at their end: a report must not fail for what was booked.
    @Test func `reports balances whose sum is beyond 64 bits`() async throws {
        try await TestServer.with { server in
            let client = try server.client
            let key = try await server.key(.admin)
            try client.declare("gems", key: key)
            for number in 1...2 {
                let user = try client.signUp()
                let reply = try client.send(
                    "POST", "/v1/admin/users/\(user.uid)/adjustments", token: key,
                    [
                        "id": .string("0b0e5f5c-0000-4000-8000-00000000000\(number)"), "currency": "gems",
                        "amount": .integer(.max), "reason": "test",
                    ])
                #expect(reply.status == 201)
            }
            let reply = try client.send("GET", "/v1/admin/stats", token: key)
            #expect(reply.status == 200)
            #expect(reply.json["money"]?[0]?["outstanding"]?.integer == .max)
        }
    }
}
