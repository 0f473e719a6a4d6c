import EventLoops
import FoundationEssentials
import HTTP
import JSON
import TestSupport
import Testing

extension Promises.UnderLoad {
    /// Players and accounts by chance on two servers: sign-ups, referrals, events, redemptions, erasures, and
    /// merges of all kinds, at once.
    @Suite struct MergeRaceTests {
        private static let clients = 8
        private static let stepsPerClient = 30
        private static let rounds = 2

        @Test func `whatever meets a merge, books add up and every old uid leads to its account`()
            async throws
        {
            var random = SeededGenerator("MergeRaceTests")
            try await TestServer.withTwo { one, other in
                let stage = try await MergeStage(one, other)
                for _ in 0..<Self.rounds {
                    let seeds = (0..<Self.clients).map { _ in random.next() }
                    try await Crowd.run(Self.clients) { number in
                        var random = SeededGenerator(seed: seeds[number])
                        let client = try TestClient(port: stage.ports[number % 2])
                        for _ in 0..<Self.stepsPerClient { try stage.step(client, &random) }
                    }
                    #expect(stage.oddities == [])
                    try await stage.expectSound()
                }
                let merges = try #require(Int(try one.database.psql("SELECT count(*) FROM merges")))
                #expect(merges > 5, "too few to say anything")
            }
        }

        @Test func `of many who merge one player at once into several accounts one has it`() async throws {
            try await TestServer.withTwo { one, other in
                let stage = try await MergeStage(one, other)
                let client = try TestClient(port: one.port)
                for _ in 0..<5 {
                    let accounts = try (0..<4).map { _ in try stage.account(client) }
                    let player = try client.signUp()
                    let id = newID()
                    try client.insist(
                        postingCall(7, of: player.uid, key: stage.admin, id: id)
                    ).required(201)
                    let line = StartingLine(of: 8)
                    let replies = try await Crowd.run(8) { number in
                        let client = try TestClient(port: stage.ports[number % 2])
                        line.wait()
                        return try client.insist(stage.merging(player, into: accounts[number % 4])).status
                    }
                    #expect(
                        replies.count { $0 == 200 } == 2 && replies.count { $0 == 410 } == 6, "\(replies)")
                }
                try await stage.expectSound()
            }
        }

        @Test func `two who would become each other stay two, whatever comes first`() async throws {
            try await TestServer.withTwo { one, other in
                let stage = try await MergeStage(one, other)
                for _ in 0..<5 {
                    let client = try TestClient(port: one.port)
                    let pair = try (0..<2).map { _ in try client.signUp() }
                    let line = StartingLine(of: 4)
                    let emails = pair.map { "\($0.uid)@example.com" }
                    try await Crowd.run(4) { number in
                        let client = try TestClient(port: stage.ports[number % 2])
                        line.wait()
                        let side = number / 2
                        if number % 2 == 0 {
                            var user = pair[side]
                            try client.link(&user, email: emails[side])
                        } else {
                            for _ in 0..<3 {
                                _ = try client.insist(
                                    stage.merging(pair[side], intoEmail: emails[1 - side]))
                            }
                        }
                    }
                    let both = "'\(pair[0].uid)', '\(pair[1].uid)'"
                    let merged = try one.database.psql("SELECT count(*) FROM merges WHERE uid IN (\(both))")
                    #expect(["0", "1"].contains(merged))
                }
                try await stage.expectSound()
            }
        }
    }
}
