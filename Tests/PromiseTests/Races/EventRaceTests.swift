import Crypto
import HTTP
import JSON
import TestSupport
import Testing

extension Promises.UnderLoad {
    /// However many say the same at once, it happens once.
    @Suite struct EventRaceTests {
        private static let clients = 50
        private static let callsPerClient = 10

        @Test(arguments: [1, 2])
        func `500 copies of one event at once pay once and get one answer`(servers: Int) async throws {
            try await TestServer.withTwo { one, other in
                let client = try one.client
                let anne = try client.signUp()
                let ben = try client.signUp(referredBy: anne.code)
                let key = try await one.key(.server)
                let call = levelCall(5, token: key, id: newID(), uid: ben.uid)
                let ports = servers == 1 ? [one.port] : [one.port, other.port]
                let replies = try await race(on: ports) { _ in call }

                #expect(replies.count == 500)
                #expect(replies.allSatisfy { $0.status == 200 } as Bool)
                let bodies = Set(
                    replies.map { $0.text.replacing("\"replayed\":true", with: "\"replayed\":false") })
                #expect(bodies.count == 1)
                #expect(replies.filter { $0.json["event"]?["replayed"] == false }.count == 1)
                #expect(replies.allSatisfy { $0.json["rewards"]?.array?.count == 1 } as Bool)
                #expect(try client.balance(token: anne.token) == 50)
                try expectSoundLedger(one.database, client, readKey: try await one.key(.read))
            }
        }

        @Test(arguments: [1, 2])
        func `500 different events for one level pay once`(servers: Int) async throws {
            try await TestServer.withTwo { one, other in
                let client = try one.client
                let anne = try client.signUp()
                let ben = try client.signUp(referredBy: anne.code)
                let key = try await one.key(.server)
                let ports = servers == 1 ? [one.port] : [one.port, other.port]
                let replies = try await race(on: ports) { _ in
                    levelCall(5, token: key, id: newID(), uid: ben.uid)
                }

                #expect(replies.count == 500)
                #expect(replies.allSatisfy { $0.status == 200 } as Bool)
                #expect(replies.filter { $0.json["rewards"]?.array?.isEmpty == false }.count == 1)
                #expect(try client.balance(token: anne.token) == 50)
                #expect(try one.database.psql("SELECT count(*), count(DISTINCT id) FROM events") == "500|500")
                try expectSoundLedger(one.database, client, readKey: try await one.key(.read))
            }
        }

        @Test func `100 friends reach level five at once, and each is paid for`() async throws {
            try await TestServer.withTwo { one, other in
                let client = try one.client
                let anne = try client.signUp()
                let friends = try (0..<100).map { _ in try client.signUp(referredBy: anne.code) }
                let replies = try await race(on: [one.port, other.port]) { number in
                    let friend = friends[number % 100]
                    return levelCall(5, token: friend.token, id: newID())
                }

                #expect(replies.allSatisfy { $0.status == 200 } as Bool)
                #expect(try client.balance(token: anne.token) == 5_000)
                try expectSoundLedger(one.database, client, readKey: try await one.key(.read))
            }
        }

        /// All clients send all their calls without waiting for replies.
        private func race(
            on ports: [UInt16], _ call: @escaping @Sendable (Int) -> Call
        ) async throws -> [TestClient.Reply] {
            let line = StartingLine(of: Self.clients)
            return try await Crowd.run(Self.clients) { number in
                let client = try TestClient(port: ports[number % ports.count])
                line.wait()
                return try client.pipeline(
                    (0..<Self.callsPerClient).map { call(number * Self.callsPerClient + $0) })
            }.flatMap(\.self)
        }
    }
}
