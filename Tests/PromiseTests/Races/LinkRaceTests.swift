import Crypto
import HTTP
import JSON
import TestSupport
import Testing

extension Promises.UnderLoad {
    /// Two users want one e-mail at once.
    @Suite struct LinkRaceTests {
        private static let rounds = 50

        @Test(arguments: [1, 2])
        func `two links of one e-mail at once are one 200 and one 409`(servers: Int) async throws {
            try await TestServer.withTwo { one, other in
                let ports = [one.port, servers == 1 ? one.port : other.port]
                let clients = try ports.map { try TestClient(port: $0) }
                let anne = try clients[0].signUp()
                for round in 0..<Self.rounds {
                    let users = try (0..<2).map { _ in try clients[0].signUp(referredBy: anne.code) }
                    let calls = users.map { linkCall($0, "friend\(round)@example.com") }
                    for (client, call) in zip(clients, calls) {
                        try client.post(call.method, call.path, token: call.token, call.body)
                    }
                    // Both are under way. On one connection only the clients differ.
                    var replies = try clients.map { try $0.reply() }
                    for place in 0..<2 where replies[place].status == 503 {
                        replies[place] = try clients[place].insist(calls[place])
                    }
                    try expectOneWinner(replies, users, clients)
                }
                let claimed = "SELECT count(*), count(DISTINCT uid), count(DISTINCT email) FROM credentials"
                #expect(try one.database.psql(claimed) == "50|50|50")
                try expectSoundLedger(one.database, clients[0], readKey: try await one.key(.read))
            }
        }

        @Test func `one user's link sent five times at once pays once`() async throws {
            try await TestServer.withTwo { one, other in
                let client = try one.client
                let anne = try client.signUp()
                let ben = try client.signUp(referredBy: anne.code)
                let call = linkCall(ben, "ben@example.com")
                let replies = try await Crowd.run(5) { number in
                    try TestClient(port: number % 2 == 0 ? one.port : other.port).insist(call)
                }
                // The first to be served ends the session that the others came with.
                #expect(replies.contains { $0.status == 200 })
                #expect(replies.allSatisfy { [200, 401, 409].contains($0.status) } as Bool)
                #expect(try one.database.psql("SELECT count(*) FROM rewards") == "1")
                try expectSoundLedger(one.database, client, readKey: try await one.key(.read))
            }
        }

        private func linkCall(_ user: TestUser, _ email: String) -> Call {
            Call(
                "PUT", "/v1/users/me/credential", token: user.token,
                ["email": .string(email), "password": .string(TestClient.password)])
        }

        private func expectOneWinner(
            _ replies: [TestClient.Reply], _ users: [TestUser], _ clients: [TestClient]
        ) throws {
            #expect(replies.map(\.status).sorted() == [200, 409])
            let loser = replies[0].status == 409 ? 0 : 1
            #expect(replies[loser].problem == "email-already-in-use")
            #expect(replies[1 - loser].json["rewards"]?.array?.count == 1)
            // Nothing changed for the one who came too late.
            let me = try clients[loser].insist(Call("GET", "/v1/users/me", token: users[loser].token))
            #expect(me.status == 200)
            #expect(me.json["user"]?["is_anonymous"] == true)
            #expect(me.json["user"]?["email"] == .null)
        }
    }
}
