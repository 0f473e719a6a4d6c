import Crypto
import HTTP
import JSON
import TestSupport
import Testing

/// Users by whatever somebody has of them.
struct UserSearchTests {
    @Test func `one text finds a uid, a code, an e-mail, or all whose e-mail begins so`() async throws {
        try await TestServer.with { server in
            let client = try server.client
            let key = try await server.key(.read)
            let anne = try client.signUp()
            var friends: [TestUser] = []
            for email in ["ben@example.com", "benny@example.com", "carl_b@example.com"] {
                var friend = try client.signUp(referredBy: anne.code)
                try client.link(&friend, email: email)
                friends.append(friend)
            }
            func found(_ query: String) throws -> [String?] {
                let reply = try client.get("/v1/admin/users?q=" + query, token: key)
                expect(reply, 200)
                return (reply.json["users"]?.array ?? []).map { $0["uid"]?.string }
            }
            #expect(try found(anne.uid.uppercased()) == [anne.uid])
            #expect(try found(anne.code.lowercased()) == [anne.uid])
            #expect(try found("BEN") == [friends[1].uid, friends[0].uid])
            #expect(try found("ben@example.com") == [friends[0].uid])
            // Neither is a pattern.
            for nobody in ["be%25", "carl%5F_", "_arl", newID(), "0000000000", "zed"] {
                #expect(try found(nobody) == [], "\(nobody)")
            }
            #expect(try found("carl_") == [friends[2].uid])
            #expect(try found("ben&referred_by=\(anne.uid)").count == 2)
            #expect(try found("ben&referred_by=\(friends[0].uid)") == [])
            #expect(try found("ben&limit=1") == [friends[1].uid])
            let first = try client.get("/v1/admin/users?q=ben&limit=1", token: key)
            let cursor = try #require(first.json["next_cursor"]?.string)
            #expect(try found("ben&limit=1&cursor=\(cursor)") == [friends[0].uid])
            expectProblem(
                try client.get("/v1/admin/users?q=", token: key), 422, "validation",
                mistakes: ["/q too_short"])
        }
    }

    @Test func `users are found by when they came`() async throws {
        try await TestServer.with { server in
            let client = try server.client
            let key = try await server.key(.read)
            let anne = try client.signUp()
            var users = [anne]
            for _ in 0..<4 {
                // Each in a millisecond of its own.
                try await Task.sleep(for: .milliseconds(2))
                users.append(try client.signUp(referredBy: anne.code))
            }
            let times = try users.map { user in
                let reply = try client.get("/v1/admin/users/\(user.uid)", token: key)
                return try #require(reply.json["user"]?["created_at"]?.string)
            }
            func found(_ query: String) throws -> [String?] {
                let reply = try client.get("/v1/admin/users?" + query, token: key)
                expect(reply, 200)
                return (reply.json["users"]?.array ?? []).map { $0["uid"]?.string }
            }
            let span = "created_from=\(times[1])&created_until=\(times[3])"
            #expect(try found(span) == [users[2].uid, users[1].uid])
            #expect(try found(span + "&referred_by=\(anne.uid)") == [users[2].uid, users[1].uid])
            #expect(try found(span + "&q=\(users[2].code)") == [users[2].uid])
            #expect(try found(span + "&q=\(users[3].code)") == [])
            #expect(try found("created_until=\(times[1])") == [anne.uid])
            #expect(try found("created_from=2100-01-01T00:00:00Z") == [])
        }
    }

    @Test func `users are found by what is thought of them, good among it, page by page`() async throws {
        try await TestServer.with { server in
            let client = try server.client
            let admin = try await server.key(.admin)
            let anne = try client.signUp()
            let users = try (0..<6).map { _ in try client.signUp(referredBy: anne.code) }
            for (user, standing) in zip(users[1...3], ["watched", "blocked", "blocked"]) {
                try client.send(
                    "PUT", "/v1/admin/users/\(user.uid)/standing", token: admin,
                    ["standing": .string(standing), "reason": "why"]
                ).required(200)
            }
            func found(_ query: String) throws -> [String?] {
                var (uids, cursor): ([String?], String) = ([], "")
                for _ in 0..<10 {
                    let reply = try client.get(
                        "/v1/admin/users?limit=2&standing=\(query)\(cursor)", token: admin)
                    expect(reply, 200)
                    uids += (reply.json["users"]?.array ?? []).map { $0["uid"]?.string }
                    guard let next = reply.json["next_cursor"]?.string else { break }
                    cursor = "&cursor=" + next
                }
                return uids
            }
            let good = [5, 4, 0].map { users[$0].uid }
            #expect(try found("good") == good + [anne.uid])
            #expect(try found("good&referred_by=\(anne.uid)") == good)
            #expect(try found("good&q=\(users[4].code)") == [users[4].uid])
            #expect(try found("good&q=\(users[2].code)") == [])
            #expect(try found("blocked") == [users[3].uid, users[2].uid])
            #expect(try found("watched") == [users[1].uid])
        }
    }
}
