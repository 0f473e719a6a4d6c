import Crypto
import HTTP
import JSON
import TestSupport
import Testing

/// What a reservation gives back after a reward was taken back.
extension ReservationTests {
    @Test func `what a reservation gives back first fills what was missing of a reward that was clawed back`()
        async throws
    {
        try await TestServer.with { server in
            let cast = try await Cast(server)
            let friend = try cast.client.signUp(referredBy: cast.anne.code)
            try cast.client.reachLevel(5, token: friend.token, id: newID()).required(200)
            let path = "/v1/admin/users/\(cast.anne.uid)/rewards"
            let id = try #require(
                try cast.client.get(path, token: cast.admin).json["rewards"]?[0]?["id"]?.string)
            // Of 100, 90 are reserved: 10 are left of the reward's 50.
            let reservations = [newID(), newID(), newID()]
            for (reservation, amount) in zip(reservations, [25, 30, 35] as [Int64]) {
                expect(try cast.redeem(amount, reservation, minutes: 10), 201)
            }
            let reversal: JSONValue = ["reason": "A ring", "shortfall": "take_what_is_there"]
            func reversed() throws -> JSONValue? {
                try cast.client.send("POST", "\(path)/\(id)/reverse", token: cast.admin, reversal).required(
                    200
                )
                .json["reward"]?["unrecovered"]
            }
            #expect(try reversed() == 40)
            for (reservation, (missing, left)) in zip(reservations, [(15, 0), (0, 15), (0, 50)]) {
                let reply = try cast.settle("cancel", reservation)
                expect(reply, 200)
                #expect(reply.json["balances"] == ["pieces_of_eight": .integer(Int64(left))])
                #expect(try reversed() == .integer(Int64(missing)))
                #expect(try cast.balance == Int64(left))
                try cast.expectBalanced()
                // Again, it returns the same entry and takes nothing.
                #expect(try cast.settle("cancel", reservation).json == reply.json)
            }
            let taken = try cast.client.all(
                "entries", of: "/v1/users/me/ledger", limit: 50, token: cast.anne.token
            ).filter { $0["kind"] == "reversal" }.compactMap { $0["amount"]?.integer }
            #expect(taken.sorted() == [-25, -15, -10])
        }
    }
}
