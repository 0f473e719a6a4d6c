import Crypto
import HTTP
import JSON
import TestSupport
import Testing

/// Back ends that know their players by ids of their own.
struct ExternalIDTests {
    private static let id = "Spieler/ö 7?#%:x"
    /// The same in a path.
    private static let path = "external:Spieler%2F%C3%B6%207%3F%23%25%3Ax"

    private func make(
        _ id: String, _ members: [JSONMember] = [], key: String?, _ client: TestClient
    ) throws -> TestClient.Reply {
        let body = [JSONMember("external_id", .string(id))] + members
        return try client.send("POST", "/v1/users", token: key, .object(body))
    }

    private func set(
        _ id: String, of uid: String, key: String, _ client: TestClient
    ) throws -> TestClient.Reply {
        try client.send(
            "PUT", "/v1/admin/users/\(uid)/external-id", token: key, ["external_id": .string(id)])
    }

    @Test func `a user that a back end makes has signed up, and has what that earns`() async throws {
        try await TestServer.with { server in
            let client = try server.client
            let key = try await server.key(.server)
            let anne = try client.signUp()
            let reply = try make(
                Self.id, [JSONMember("referred_by", .string(anne.code))], key: key, client)
            expect(reply, 201)
            let user = try #require(reply.json["user"])
            #expect(user["external_id"]?.string == Self.id)
            #expect(user["is_anonymous"] == false && user["email"] == .null)
            #expect(reply.json["referral"]?["status"] == "recorded")
            let ben = TestUser(reply)
            #expect(try client.balance(token: ben.token) == 50)
            // To the player it is nothing that the app needs.
            let own = try client.get("/v1/users/me", token: ben.token).json["user"]
            #expect(own?["uid"]?.string == ben.uid && own?["external_id"] == nil)
            let read = try await server.key(.read)
            let counts = try client.get("/v1/admin/users/\(anne.uid)", token: read).json["counts"]
            #expect(counts == ["referred": 1, "signed_up": 1, "rewarded": 0])
            let seen = try client.get("/v1/admin/users/\(Self.path)", token: read)
            expect(seen, 200)
            #expect(seen.json["user"] == user)
            let query = Self.path.replacing("external:", with: "?external_id=")
            #expect(try client.get("/v1/admin/users" + query, token: read).json["users"] == [user])
            let others = try client.get("/v1/admin/users?external_id=spieler", token: read)
            #expect(others.json["users"] == [])
            #expect(try client.get("/v1/admin/ledger/check", token: read).json["balanced"] == true)
        }
    }

    @Test func `an id is one user's, and the second to want it is told whose`() async throws {
        try await TestServer.with { server in
            let client = try server.client
            let key = try await server.key(.server)
            let first = try make("1", key: key, client)
            let again = try make("1", key: key, client)
            expectProblem(again, 409, "external-id-already-in-use")
            #expect(again.json["uid"] == first.json["user"]?["uid"])
            let anne = try client.signUp()
            let taken = try set("1", of: anne.uid, key: key, client)
            expectProblem(taken, 409, "external-id-already-in-use")
            #expect(taken.json["uid"] == first.json["user"]?["uid"])
            #expect(try client.get("/v1/users/me", token: anne.token).json["user"]?["is_anonymous"] == true)
            #expect(try server.database.psql("SELECT count(*) FROM external_ids") == "1")
            // Case matters, and so does each byte.
            expect(try make("Ann", key: key, client), 201)
            expect(try make("ann", key: key, client), 201)
        }
    }

    @Test func `many who want one id at once make one user`() async throws {
        try await TestServer.with { server in
            let key = try await server.key(.server)
            let replies = try await withThrowingTaskGroup { group in
                for _ in 0..<8 {
                    let client = try server.client
                    group.addTask { try make("1", key: key, client) }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(replies.filter { $0.status == 201 }.count == 1)
            #expect(replies.filter { $0.problem == "external-id-already-in-use" }.count == 7)
            #expect(Set(replies.map { $0.json["uid"]?.string ?? TestUser($0).uid }).count == 1)
            #expect(try server.database.psql("SELECT count(*) FROM users") == "1")
        }
    }

    @Test func `only a server's key makes users so`() async throws {
        try await TestServer.with { server in
            let client = try server.client
            let anne = try client.signUp()
            expectProblem(try make("1", key: nil, client), 401, "unauthenticated")
            expectProblem(try make("1", key: "sk_x", client), 401, "unauthenticated")
            expectProblem(try make("1", key: anne.token, client), 403, "forbidden")
            expectProblem(try make("1", key: try await server.key(.admin), client), 403, "forbidden")
            let key = try await server.key(.server)
            for id in ["", "a\nb", String(repeating: "x", count: 256)] {
                expectProblem(
                    try make(id, key: key, client), 422, "validation", mistakes: ["/external_id invalid"])
            }
            // Whatever token an app brings for a player of no id is not looked at.
            expect(try client.send("POST", "/v1/users", token: "sk_x", [:]), 201)
        }
    }

    @Test func `the first id of an anonymous user is its sign-up, the next is none`() async throws {
        try await TestServer.with { server in
            let client = try server.client
            let key = try await server.key(.server)
            let anne = try client.signUp()
            let ben = try client.signUp(referredBy: anne.code)
            let reply = try set(Self.id, of: ben.uid, key: key, client)
            expect(reply, 200)
            #expect(reply.json.names == ["user", "rewards"])
            #expect(reply.json["user"]?["is_anonymous"] == false)
            #expect(reply.json["user"]?["external_id"]?.string == Self.id)
            #expect(reply.json["rewards"]?.array?.map { $0["rule"]?.string } == ["signup"])
            #expect(try client.balance(token: ben.token) == 50)
            // Its session is still good, and the same again changes nothing.
            let again = try set(Self.id, of: Self.path, key: key, client)
            expect(again, 200)
            #expect(again.json["user"] == reply.json["user"] && again.json["rewards"] == [])
            let admin = try await server.key(.admin)
            let other = try set("2", of: ben.uid, key: admin, client)
            #expect(other.json["rewards"] == [] && other.json["user"]?["external_id"] == "2")
            #expect(try client.balance(token: ben.token) == 50)
            expectProblem(try set("3", of: newID(), key: key, client), 404, "not-found")
            let audit = try server.database.psql(
                "SELECT action || ' ' || detail FROM audit_entries WHERE action LIKE 'user.%' ORDER BY id")
            #expect(audit == "user.external_id set\nuser.external_id changed")
        }
    }

    @Test func `an id that is taken away or given to another names the new one everywhere`() async throws {
        try await TestServer.with { server in
            let client = try server.client
            let key = try await server.key(.server)
            let (anne, ben) = (try client.signUp(), try client.signUp())
            expect(try set("1", of: anne.uid, key: key, client), 200)
            // Both loops know it.
            let clients = try (0..<4).map { _ in try server.client }
            func holders() throws -> Set<String?> {
                Set(
                    try clients.map {
                        try $0.get("/v1/users/external:1/balances", token: key).json["uid"]?.string
                    })
            }
            #expect(try holders() == [anne.uid])
            let path = "/v1/admin/users/\(anne.uid)/external-id"
            #expect(try client.send("DELETE", path, token: key).status == 204)
            #expect(try client.send("DELETE", path, token: key).status == 204)
            #expect(try await eventually { try holders() == [nil] })
            expect(try set("1", of: ben.uid, key: key, client), 200)
            #expect(try holders() == [ben.uid])
            let read = try await server.key(.read)
            let user = try client.get("/v1/admin/users/\(anne.uid)", token: read).json["user"]
            #expect(user?["external_id"] == nil && user?["is_anonymous"] == false)
        }
    }
}

/// What is told and taken by such an id.
extension ExternalIDTests {
    @Test func `events name their user by it, alone and in batches`() async throws {
        try await TestServer.with { server in
            let client = try server.client
            let key = try await server.key(.server)
            let anne = try client.signUp()
            let ben = TestUser(
                try make("ben", [JSONMember("referred_by", .string(anne.code))], key: key, client))
            let id = newID()
            let members: [String: JSONValue] = ["type": "level_reached", "level": 6, "external_id": "ben"]
            let reply = try client.event(members, id: id, token: key)
            expect(reply, 200)
            #expect(reply.json["event"]?["uid"]?.string == ben.uid)
            #expect(reply.json["user"]?["external_id"] == "ben")
            #expect(try client.balance(token: anne.token) == 50)
            // Sent again by the uid it is the same event.
            let repeated = try client.event(
                ["type": "level_reached", "level": 6, "uid": .string(ben.uid)], id: id, token: key)
            #expect(repeated.json["event"]?["replayed"] == true)
            #expect(repeated.json["user"] == reply.json["user"])
            func level(_ level: Int64, _ name: [String: JSONValue]) -> JSONValue {
                TestClient.event(name.merging(["type": "level_reached", "level": .integer(level)]) { $1 })
            }
            let batch = try client.send(
                "POST", "/v1/events/batch", token: key,
                [
                    "events": [
                        level(7, ["external_id": "ben"]), level(1, ["external_id": "nobody"]),
                        level(2, ["uid": .string(anne.uid)]),
                        level(3, ["external_id": "ben", "uid": .string(ben.uid)]), level(4, [:]),
                        level(5, ["external_id": ""]),
                    ]
                ])
            let results = try #require(batch.json["results"]?.array)
            #expect(results.map { $0["status"]?.integer } == [200, 422, 200, 422, 422, 422])
            #expect(
                results.map { $0["problem"]?["errors"]?[0]?["pointer"]?.string } == [
                    nil, "/events/1/external_id", nil, "/events/3/external_id", "/events/4/uid",
                    "/events/5/external_id",
                ])
            #expect(results[1]["problem"]?["errors"]?[0]?["code"] == "unknown_user")
        }
    }

    @Test func `a player names nobody by it`() async throws {
        try await TestServer.with { server in
            let client = try server.client
            let key = try await server.key(.server)
            let ben = TestUser(try make("ben", key: key, client))
            expectProblem(
                try client.event(
                    ["type": "level_reached", "level": 6, "external_id": "ben"], token: ben.token),
                422, "validation", mistakes: ["/external_id invalid"])
            expectProblem(
                try client.get("/v1/users/external:ben/balances", token: ben.token), 404, "not-found")
        }
    }

    @Test func `redemptions, corrections and everything else of a user's path`() async throws {
        try await TestServer.with { server in
            let client = try server.client
            let (key, admin) = (try await server.key(.server), try await server.key(.admin))
            let ben = TestUser(try make(Self.id, key: key, client))
            expect(try client.move(30, .adjustment, of: Self.path, key: admin), 201)
            let redeemed = try client.move(10, .redemption, of: Self.path, key: key)
            expect(redeemed, 201)
            #expect(redeemed.json["entry"]?["uid"]?.string == ben.uid)
            #expect(redeemed.json["balances"] == ["pieces_of_eight": 20])
            let balances = try client.get("/v1/users/\(Self.path)/balances", token: key)
            #expect(balances.json["balances"] == ["pieces_of_eight": 20])
            for part in ["/ledger", "/referrals", "/rewards", "/events", "/decisions"] {
                expect(try client.get("/v1/admin/users/\(Self.path)" + part, token: admin), 200)
            }
            for name in ["external:nobody", "external:", "external:a%0Ab", "nobody"] {
                expectProblem(try client.move(1, .redemption, of: name, key: key), 404, "not-found")
            }
        }
    }
}
