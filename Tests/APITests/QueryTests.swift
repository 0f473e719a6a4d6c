import HTTP
import Service
import TestSupport
import Testing

/// `limit`, `cursor` and the other query names of lists.
struct QueryTests {
    @Test func `refuses limits, cursors and names that no list has`() async throws {
        try await TestServer.with { server in
            let client = try server.client
            let user = try client.signUp()
            let key = try await server.key(.read)
            let admin = "/v1/admin/users/\(user.uid)"
            let lists = [
                ("/v1/users/me/ledger", user.token), ("/v1/users/me/referrals", user.token),
                ("/v1/admin/users", key), (admin + "/ledger", key), (admin + "/referrals", key),
                (admin + "/events", key), (admin + "/decisions", key),
            ]
            for (path, token) in lists {
                for limit in ["0", "201", "-1", "ten", "", "5.0", "1e1", "99999999999999999999"] {
                    expectProblem(
                        try client.get(path + "?limit=\(limit)", token: token), 422, "validation",
                        mistakes: ["/limit out_of_range"])
                }
                for limit in [1, 200] {
                    expect(try client.get(path + "?limit=\(limit)", token: token), 200)
                }
                expectProblem(
                    try client.get(path + "?cursor=nowhere", token: token), 422, "validation",
                    mistakes: ["/cursor invalid"])
                expectProblem(
                    try client.get(path + "?cursor=", token: token), 422, "validation",
                    mistakes: ["/cursor too_short"])
                expectProblem(
                    try client.get(path + "?limit=5&limit=6", token: token), 422, "validation",
                    mistakes: ["/limit invalid"])
                expectProblem(
                    try client.get(path + "?page=2", token: token), 422, "validation",
                    mistakes: ["/page unknown_field"])
            }
        }
    }

    @Test func `refuses search values that can name nothing`() async throws {
        try await TestServer.with { server in
            let client = try server.client
            let key = try await server.key(.read)
            for query in ["email=ben", "referral_code=short", "referred_by=0000000000"] {
                let name = query.prefix { $0 != "=" }
                expectProblem(
                    try client.get("/v1/admin/users?" + query, token: key), 422, "validation",
                    mistakes: ["/\(name) invalid"])
            }
        }
    }
}
