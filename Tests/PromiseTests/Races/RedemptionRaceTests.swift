import Crypto
import HTTP
import JSON
import TestSupport
import Testing

extension Promises.UnderLoad {
    /// A balance is spent once, however many reach for it.
    @Suite struct RedemptionRaceTests {
        @Test(arguments: [1, 2])
        func `64 clients redeem 1,000 times 1 of 100, and 100 succeed`(servers: Int) async throws {
            try await TestServer.withTwo { one, other in
                let client = try one.client
                let ben = try client.signUp()
                let (server, admin) = (try await one.key(.server), try await one.key(.admin))
                #expect(try client.insist(postingCall(100, of: ben.uid, key: admin)).status == 201)
                let ports = servers == 1 ? [one.port] : [one.port, other.port]
                let line = StartingLine(of: 64)
                let replies = try await Crowd.run(64) { number in
                    let client = try TestClient(port: ports[number % ports.count])
                    line.wait()
                    // 40 clients send 16, the others 15: 1,000 in all.
                    let calls = (0..<(number < 40 ? 16 : 15)).map { _ in
                        postingCall(-1, of: ben.uid, key: server)
                    }
                    return try client.pipeline(calls)
                }.flatMap(\.self)

                #expect(replies.count == 1_000)
                let booked = replies.filter { $0.status == 200 || $0.status == 201 }
                #expect(booked.count == 100)
                #expect(
                    Set(booked.compactMap { $0.json["entry"]?["balance_after"]?.integer }) == Set(0..<100))
                let refused = replies.filter { $0.status == 409 }
                #expect(refused.count == 900)
                #expect(refused.allSatisfy { $0.problem == "insufficient-balance" } as Bool)
                #expect(try client.balance(token: ben.token) == 0)
                try expectSoundLedger(one.database, client, readKey: try await one.key(.read))
            }
        }

        @Test func `one redemption sent by 32 clients at once is booked once`() async throws {
            try await TestServer.withTwo { one, other in
                let client = try one.client
                let ben = try client.signUp()
                let (server, admin) = (try await one.key(.server), try await one.key(.admin))
                #expect(try client.insist(postingCall(10, of: ben.uid, key: admin)).status == 201)
                let call = postingCall(-7, of: ben.uid, key: server)
                let replies = try await Crowd.run(32) { number in
                    try TestClient(port: number % 2 == 0 ? one.port : other.port).insist(call)
                }
                #expect(replies.allSatisfy { [200, 201].contains($0.status) } as Bool)
                #expect(Set(replies.compactMap { $0.json["entry"]?["id"]?.string }).count == 1)
                #expect(try client.balance(token: ben.token) == 3)
            }
        }
    }
}
