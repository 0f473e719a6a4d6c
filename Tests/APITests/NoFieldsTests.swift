import Crypto
import HTTP
import JSON
import TestSupport
import Testing

/// Calls that change something and have no fields: a body that says something isn't passed over.
struct NoFieldsTests {
    @Test func `an empty body will do, and a field is refused before anything has happened`() async throws {
        try await TestServer.with { server in
            let client = try server.client
            let (shop, admin) = (try await server.key(.server), try await server.key(.admin))
            let anne = try client.signUp()
            try client.move(50, .adjustment, of: anne.uid, key: admin)
            let redemption = newID()
            try client.send(
                "POST", "/v1/users/\(anne.uid)/redemptions", token: shop,
                [
                    "id": .string(redemption), "currency": "pieces_of_eight", "amount": 30,
                    "reason": "A parrot",
                    "reserve_minutes": 5,
                ]
            ).required(201)
            let rule = "/v1/admin/rules/level-5"
            let calls: [(String, String, Int)] = [
                ("/v1/users/\(anne.uid)/redemptions/\(redemption)/capture", shop, 200),
                (rule + "/pause", admin, 200), (rule + "/resume", admin, 200),
                (rule + "/backfill", admin, 202), (rule + "/archive", admin, 200),
            ]
            for (path, key, status) in calls {
                expectProblem(
                    try client.send("POST", path, token: key, ["amount": 5]), 422, "validation",
                    mistakes: ["/amount unknown_field"])
                expect(try client.send("POST", path, token: key, [:]), status)
            }
            #expect(try client.balance(token: anne.token) == 20)
            let cancelled = try client.send(
                "POST", "/v1/users/\(anne.uid)/redemptions/\(redemption)/cancel", token: shop, ["amount": 5])
            expectProblem(cancelled, 422, "validation", mistakes: ["/amount unknown_field"])
        }
    }
}
