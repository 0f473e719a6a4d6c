import Crypto
import HTTP
import JSON
import Limits
import TestSupport
import Testing

/// `GET /v1/users/me/export`.
struct PersonalDataTests {
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
                INSERT INTO events (uid, id, type, level, received_at, user_level, user_highest_level,
                    decisions)
                SELECT '\(ben.uid)', md5(n::text)::uuid, 'level_reached', 1, now(), 1, 1, '{}'
                FROM generate_series(1, 1000) AS n;
                INSERT INTO users (uid, referral_code, referred_by, created_at)
                SELECT md5(n::text)::uuid, lpad(n::text, 10, '0'), '\(ben.uid)', now()
                FROM generate_series(1, 1203) AS n
                """)
            let reply = try client.get("/v1/users/me/export", token: ben.token)
            #expect(reply[header: "transfer-encoding"] == "chunked")
            for (table, name, count) in [("events", "id", 1_000), ("referrals", "uid", 1_203)] {
                let rows = reply.json[table]?.array ?? []
                #expect(rows.count == count && Set(rows.compactMap { $0[name]?.string }).count == count)
            }
        }
    }

    @Test func `it counts for twenty reads`() async throws {
        var options = TestServer.Options()
        options.limits = RateLimits(
            signInFailuresPerAccount: nil, signInFailuresPerAddress: nil, signUpsPerAddress: nil,
            eventsPerUser: nil, readsPerUser: RateLimit(45, perSeconds: 3_600))
        try await TestServer.with(options) { server in
            let ben = try server.client.signUp()
            let statuses = try (1...3).map { _ in
                try server.client.get("/v1/users/me/export", token: ben.token).status
            }
            #expect(statuses == [200, 200, 429])
        }
    }
}
