import HTTP
import Service
import TestSupport
import Testing

/// `GET /v1/users/me/export`.
struct PersonalFileTests {
    @Test func `one file has all that is kept of the caller, and no secret`() async throws {
        try await TestServer.with { server in
            let client = try server.client
            let key = try await server.key(.admin)
            let anne = try client.signUp()
            var ben = try client.signUp(referredBy: anne.code)
            try client.link(&ben, email: "ben@example.com").required(200)
            try client.send(
                "PUT", "/v1/users/me/profile", token: ben.token, ["full_name": "Benjamin Gunn"]
            ).required(200)
            try client.move(7, .adjustment, of: ben.uid, reason: "a kind word", key: key).required(201)
            let carl = try client.signUp(referredBy: ben.code)
            let reply = try client.get("/v1/users/me/export", token: ben.token)
            expect(reply, 200)
            #expect(reply[header: "content-disposition"] == "attachment; filename=\"\(ben.uid).json\"")
            let file = reply.json
            #expect(file["uid"]?.string == ben.uid)
            #expect(file["users"]?.array?.map { $0["email"] } == ["ben@example.com"])
            #expect(file["credentials"]?.array?.map { $0["email"] } == ["ben@example.com"])
            #expect(file["user_profiles"]?.array?.map { $0["full_name"] } == ["Benjamin Gunn"])
            #expect(file["sessions"]?.array?.count == 1 && file["known_addresses"]?.array?.count == 1)
            #expect(file["rewards"]?.array?.map { $0["rule"] } == ["signup"])
            #expect(file["balances"]?.array?.map { $0["amount"] } == [57])
            #expect(file["events"]?.array?.map { $0["type"] } == ["credential_linked"])
            let reasons = file["ledger_entries"]?.array?.map { $0["reason"]?.string }
            #expect(reasons?.last == "a kind word" && reasons?.count == 2)
            #expect(file["referrals"]?.array?.map { $0["uid"]?.string } == [carl.uid])
            #expect(file["audit_entries"]?.array?.map { $0["action"] } == ["ledger.adjustment"])
            for secret in ["hash\"", "password", "actor", "seal\""] {
                #expect(!reply.text.replacing("address_hash", with: "").contains(secret), "\(secret)")
            }
        }
    }

    @Test func `a list longer than a page is whole`() async throws {
        try await TestServer.with { server in
            let client = try server.client
            let ben = try client.signUp()
            try server.database.psql(
                """
                INSERT INTO events (uid, id, type, level, received_at, user_level, user_highest_level, decisions)
                SELECT '\(ben.uid)', md5(n::text)::uuid, 'level_reached', 1, now(), 1, 1, '{}'
                FROM generate_series(1, 1000) AS n
                """)
            let events = try client.get("/v1/users/me/export", token: ben.token).json["events"]?.array
            #expect(Set((events ?? []).compactMap { $0["id"]?.string }).count == 1_000)
        }
    }
}
