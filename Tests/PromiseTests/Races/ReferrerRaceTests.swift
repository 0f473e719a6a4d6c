import HTTP
import JSON
import TestSupport
import Testing

extension Promises.UnderLoad {
    /// Players who name each other as referrers at once, on two servers.
    @Suite struct ReferrerRaceTests {
        @Test func `of two who name each other at once one gets the other as referrer`() async throws {
            try await TestServer.withTwo { one, other in
                for _ in 0..<10 {
                    let clients = [try one.client, try other.client]
                    let users = try (0..<2).map { try clients[$0].signUp() }
                    for number in 0..<2 {
                        try clients[number].post(
                            "PUT", "/v1/users/me/referrer", token: users[number].token,
                            ["referred_by": .string(users[1 - number].code)])
                    }
                    let replies = try clients.map { try $0.reply() }
                    #expect(replies.map(\.status).sorted() == [200, 422], "\(replies.map(\.text))")
                    #expect(replies.contains { $0.problem == "referral-ring" })
                }
            }
        }

        @Test func `of three who close a ring at once not all get a referrer`() async throws {
            try await TestServer.withTwo { one, other in
                for _ in 0..<10 {
                    let clients = [try one.client, try other.client, try one.client]
                    let users = try clients.map { try $0.signUp() }
                    for number in 0..<3 {
                        try clients[number].post(
                            "PUT", "/v1/users/me/referrer", token: users[number].token,
                            ["referred_by": .string(users[(number + 1) % 3].code)])
                    }
                    let statuses = try clients.map { try $0.reply().status }
                    #expect(statuses.sorted() == [200, 200, 422])
                }
            }
        }
    }
}
