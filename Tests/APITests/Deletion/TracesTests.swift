import Crypto
import HTTP
import JSON
import TestSupport
import Testing

/// What is left of a person in the database, looked for in a dump of all of it.
@Suite(.enabled(if: !TestEngine.isCitus, "a dump of the coordinator has no rows of the nodes"))
struct TracesTests {
    /// What was told of Ben, each in a way of its own.
    private static let values = [
        "ben.gunn@example.com", "Benjamin Gunn", "Benny", "https://pics.example.com/ben.png", "ben-gunn-crew",
        "AhoyFromBen", "ben-campaign", "refunded Ben by telephone", "bens-treasure-map", "Ben's twin again",
        "BENSC0DE01", "bens-own-id-4711",
    ]

    @Test func `nothing of the person is found, the ledger adds up, and friends stay`() async throws {
        var options = TestServer.Options()
        options.profile = .test
        try await TestServer.with(options) { server in
            let client = try server.client
            let (admin, back) = (try await server.key(.admin), try await server.key(.server))
            let anne = try client.signUp()
            let ben = try leaveTraces(by: client, friend: anne, admin: admin, back: back)
            // What is said of Anne, and names Ben.
            try server.database.psql(
                """
                INSERT INTO audit_entries (id, actor, action, uid, detail, created_at)
                VALUES (gen_random_uuid(), 'a test', 'reward.void', '\(anne.uid)',
                    'Ben''s twin again: \(ben.uid)', now())
                """)
            let before = try server.database.dump()
            for value in Self.values + [ben.code] {
                #expect(before.contains(value), "\(value) was never there")
            }
            #expect(try client.send("DELETE", "/v1/admin/users/\(ben.uid)", token: admin).status == 204)
            let after = try server.database.dump()
            for value in Self.values + [ben.code] {
                let line = after.split(separator: "\n").first { $0.contains(value) }
                #expect(line == nil, "\(value)")
            }
            // Whoever was with him is as before.
            #expect(after.contains(ben.uid) && after.contains("anne@example.com"))
            let check = try client.get("/v1/admin/ledger/check", token: admin).json
            #expect(check["balanced"] == true)
            let found = try server.database.psql(
                "SELECT count(*) FROM known_addresses WHERE uid = '\(ben.uid)'")
            #expect(found == "0")
        }
    }

    private func leaveTraces(
        by client: TestClient, friend anne: TestUser, admin: String, back: String
    ) throws -> TestUser {
        var anne = anne
        try client.link(&anne, email: "anne@example.com").required(200)
        var ben = TestUser(try client.send("POST", "/v1/users", ["referred_by": "BENSCODE01"]))
        try client.link(&ben, email: "ben.gunn@example.com").required(200)
        try client.send(
            "PUT", "/v1/users/me/profile", token: ben.token,
            [
                "full_name": "Benjamin Gunn", "short_name": "Benny",
                "image_url": "https://pics.example.com/ben.png",
            ]
        ).required(200)
        try client.send(
            "POST", "/v1/links", token: ben.token,
            [
                "alias": "ben-gunn-crew", "link": "https://example.com/crew", "campaign": "ben-campaign",
                "social": ["title": "AhoyFromBen"], "data": ["friend": "Benny's"],
            ]
        ).required(201)
        try client.send(
            "PUT", "/v1/admin/users/\(ben.uid)/external-id", token: back, ["external_id": "bens-own-id-4711"]
        ).required(200)
        try client.move(100, .adjustment, of: ben.uid, reason: "refunded Ben by telephone", key: admin)
            .required(201)
        try client.move(30, .redemption, of: ben.uid, reason: "bens-treasure-map", key: back).required(201)
        return ben
    }
}

extension TestDatabase {
    func dump() throws -> String { try cluster.dump(of: name) }
}
