import Crypto
import HTTP
import JSON
import TestSupport
import Testing

/// `GET /v1/users/me/referrals`, and the administrator's view of it.
struct ReferralsTests {
    @Test func `lists whom a user referred, newest first, with what became of them`() async throws {
        try await TestServer.with { server in
            let client = try server.client
            let anne = try client.signUp()
            var referees: [TestUser] = []
            for _ in 0..<5 { referees.append(try client.signUp(referredBy: anne.code)) }
            _ = try client.signUp()
            try client.link(&referees[0], email: "ben@example.com")
            try client.reachLevel(7, token: referees[0].token, id: newID())
            try client.reachLevel(2, token: referees[1].token, id: newID())
            let reply = try client.get("/v1/users/me/referrals", token: anne.token)
            expect(reply, 200)
            #expect(reply.json.names == ["counts", "referrals", "next_cursor"])
            #expect(reply.json["counts"] == ["referred": 5, "signed_up": 1, "rewarded": 1])
            #expect(reply.json["next_cursor"] == .null)
            let listed = try #require(reply.json["referrals"]?.array)
            #expect(listed.map { $0["uid"]?.string } == referees.reversed().map(\.uid))
            #expect(
                listed[0].names == ["uid", "signed_up", "highest_level", "rewarded", "created_at", "erased"])
            #expect(listed[4]["signed_up"] == true)
            #expect(listed[4]["highest_level"] == 7)
            #expect(listed[4]["rewarded"] == true)
            #expect(listed[3]["signed_up"] == false)
            #expect(listed[3]["highest_level"] == 2)
            #expect(listed[3]["rewarded"] == false)
            let path = "/v1/users/me/referrals"
            #expect(try client.all("referrals", of: path, limit: 2, token: anne.token) == listed)
            let admin = "/v1/admin/users/\(anne.uid)/referrals"
            let key = try await server.key(.read)
            #expect(try client.get(admin, token: key).json == reply.json)
            #expect(try client.all("referrals", of: admin, limit: 1, token: key) == listed)
        }
    }

    @Test func `counts nothing for a user who referred nobody`() async throws {
        try await TestServer.with { server in
            let client = try server.client
            let reply = try client.get("/v1/users/me/referrals", token: try client.signUp().token)
            #expect(
                reply.json == [
                    "counts": ["referred": 0, "signed_up": 0, "rewarded": 0], "referrals": [],
                    "next_cursor": .null,
                ])
        }
    }
}
